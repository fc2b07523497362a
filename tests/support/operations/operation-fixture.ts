import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import { OrderId } from 'commerce-platform-client/contract/ids';

/**
 * What a test of operations (recorded writes) needs: the context of an install, and access to the sandbox's
 * data of its store.
 */
export type OperationFixture = {
  context: InstallContext;
  /** Calls a path of the sandbox's control interface, which is below /_sandbox. */
  control: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  variantId: string;
  locationId: string;
  /** An order that all operations of the test use. If absent, a new order is created for each operation. */
  order?: OrderDetail;
};

type Control = OperationFixture['control'];

/** Prepares an install for tests of operations. The install has its own product with plenty of stock. */
export async function createOperationFixture(
  context: InstallContext,
  control: Control,
): Promise<OperationFixture> {
  const { stores } = await control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  const locationId = stores.find(({ id }) => id === context.store.id)?.locations[0] ?? '';
  const { data } = await control<{ data: { variants: { id: string }[] } }>('POST', '/products', {
    store_id: context.store.id,
    name: 'Soap',
    variants: [{ name: 'Olive', price_minor: 1_000, quantity: 1_000_000 }],
  });
  return { context, control, locationId, variantId: data.variants[0]?.id ?? '' };
}

/**
 * Returns the shared order of the fixture. If the fixture has none, creates a paid order outside the app. By
 * default the order is a delivery of two pieces.
 */
export async function paidOrder(
  { context, control, variantId, order: shared }: OperationFixture,
  quantity = 2,
  sale: { source?: 'storefront' | 'pos'; status?: string; delivery?: boolean } = {},
): Promise<OrderDetail> {
  if (shared) return shared;
  const sold = await control('POST', '/orders', {
    store_id: context.store.id,
    source: 'storefront',
    delivery: true,
    items: [{ variant_id: variantId, quantity }],
    ...sale,
  });
  const { data: order } = z.object({ data: OrderDetail }).parse(sold);
  await control('POST', `/orders/${order.id}/payments`, { amount_minor: order.total.amount_minor });
  return order;
}

/**
 * Creates a pending fulfillment of one piece directly on the platform, so that the app has no operation (recorded
 * write) for this fulfillment.
 */
export async function pendingFulfillment({ context }: OperationFixture, order: OrderDetail): Promise<string> {
  const lines = [{ order_item_id: order.items[0]?.id, quantity: 1 }];
  const { body } = await context.platform.createFulfillment(
    randomUUID(),
    OrderId.parse(order.id),
    JSON.stringify({ status: 'pending', lines }),
  );
  return body.fulfillment?.id ?? '';
}
