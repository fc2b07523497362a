import type { FrameLocator, Page } from 'playwright/test';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { asSystem, asTenant } from '@/tests/support/stack/as-system';
import { appFrame } from './merchant';
import type { Stack } from '@/tests/support/stack/stack';

/** A store of the sandbox in which the app is installed. */
export type StoreHandle = { stack: Stack; storeId: string; installId: string };

type Dump = {
  orders: OrderDetail[];
  products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  movements: { variant_id: string; delta: number; reason: string }[];
};

/** Returns the complete state of the test's store in the sandbox. The specs compare the app with this state. */
export function dumpOf({ stack, storeId }: StoreHandle): Promise<Dump> {
  return stack.sandbox.control<Dump>('GET', `/dump?store_id=${storeId}`);
}

/** Returns the order as the sandbox stores it at this moment. */
export async function platformOrder(store: StoreHandle, orderId: string): Promise<OrderDetail> {
  const found = (await dumpOf(store)).orders.find(({ id }) => id === orderId);
  if (!found) throw new Error(`the platform has no order ${orderId}`);
  return found;
}

/** Records the order as one that the app created with cash on delivery. */
export async function markAsCash({ stack, installId }: StoreHandle, orderId: string): Promise<void> {
  await asTenant(
    stack,
    installId,
    `INSERT INTO created_orders (install_id, order_id, operation_id, payment_method)
     VALUES ($1, $2, gen_random_uuid(), 'cod')`,
    [orderId],
  );
}

type Sale = {
  /** Quantities of the order lines. The order gets one line for each number. */
  quantities: number[];
  status?: string;
  source?: 'storefront' | 'pos';
  /** How much of the order is paid: 'all', or an amount in minor units. */
  paid?: 'all' | number;
  discountMinor?: number;
  /** True if the order has a delivery address. If omitted, storefront orders have one. */
  delivery?: boolean;
  /** Phone number of the customer, in any format. If omitted, the order gets a valid number. */
  phone?: string;
};

/** Sells an order in the store, outside the app. Each line has a different variant with at least 20 pieces in stock. */
export async function sell(store: StoreHandle, sale: Sale): Promise<OrderDetail> {
  const { quantities, status = 'approved', source = 'storefront', paid, discountMinor = 0, phone } = sale;
  const { delivery = source === 'storefront' } = sale;
  const { control } = store.stack.sandbox;
  const variants = (await dumpOf(store)).products
    .filter((product) => product.status === 'active')
    .flatMap((product) => product.variants)
    .filter((variant) => variant.status === 'active' && variant.stock >= 20);
  const { data } = await control<{ data: OrderDetail }>('POST', '/orders', {
    store_id: store.storeId,
    source,
    status,
    discount_minor: discountMinor,
    delivery,
    phone,
    items: quantities.map((quantity, index) => ({ variant_id: variants[index]?.id, quantity })),
  });
  const paidMinor = paid === 'all' ? data.total.amount_minor : paid;
  if (paidMinor) await control('POST', `/orders/${data.id}/payments`, { amount_minor: paidMinor });
  return data;
}

/** Returns the URL that opens the order inside the store admin, in the app's iframe. */
export function addressOf({ stack, storeId, installId }: StoreHandle, orderId: string): string {
  const returnTo = encodeURIComponent(`/i/${installId}/orders/${orderId}`);
  return `${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}?returnTo=${returnTo}`;
}

/** Opens an order in the iframe of the store admin. */
export async function openOrder(page: Page, store: StoreHandle, orderId: string): Promise<FrameLocator> {
  await page.goto(addressOf(store, orderId));
  const app = appFrame(page);
  await app.getByRole('heading', { level: 1 }).waitFor();
  // Waits until the page is interactive. A click before that time would be lost.
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  return app;
}

/**
 * Removes scopes of the install on the platform and in the app's database. The function also sets the time of the last
 * scope read to now. The app then ignores a read of the scopes that is already in progress and would restore them. A
 * later sign-in restores the scopes.
 */
export async function takeScopes({ stack, installId }: StoreHandle, lacking: string[]): Promise<void> {
  const remaining = scopes.filter((scope) => !lacking.includes(scope));
  await stack.sandbox.control('PATCH', `/installs/${installId}`, { effective_scopes: remaining });
  await asSystem(
    stack,
    `WITH read AS (UPDATE install_tokens SET installation_read_at = now(), installation_due_at = now() + interval '1 hour'
       WHERE install_id = $1)
     UPDATE installs SET effective_scopes = $2 WHERE install_id = $1`,
    [installId, remaining],
  );
}

/**
 * Makes the next read of GET /installation due now, so that the worker reads the install from the platform. If the
 * worker is already reading it, the end of that read may postpone the next read by an hour. So call this function
 * repeatedly until the app shows the change.
 */
export async function readInstallationNow(stack: Stack, installId: string): Promise<void> {
  await asSystem(
    stack,
    `WITH due AS (UPDATE install_tokens
       SET installation_due_at = now(), installation_read_at = now() - interval '2 minutes'
       WHERE install_id = $1 RETURNING install_id)
     SELECT pg_notify('daftar_work', 'installs') FROM due`,
    [installId],
  );
}
