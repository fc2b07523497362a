import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areOthersKept, findPerson } from '@/lib/customers/find-person.server';
import { isOftenRefused } from '@/lib/customers/person';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { saveSettings } from '@/lib/store/save-settings.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { customerIndexes } from '@/lib/system/keys/customer-columns';
import { rotateDataKeys } from '@/lib/system/keys/rotate-data-keys';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { confirmStops, refusedAtDoor, sheetOfOrders } from '@/tests/support/integration/sheet-fixture';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/** Ids of three orders of Salma (the customer of orderCommand), the oldest first. */
let orders: string[];
let variantId: string;
let quoteNumber: string;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  const { products } = await world.sandbox.control<{
    products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  }>('GET', `/dump?store_id=${context.store.id}`);
  const variants = products
    .filter(({ status }) => status === 'active')
    .flatMap((product) => product.variants);
  variantId = variants.find(({ status, stock }) => status === 'active' && stock >= 20)?.id ?? '';
  orders = [await sell(310), await sell(290), await sell(null)];
  ({ number: quoteNumber } = await sentQuote(context));
});
afterAll(() => world.stop());

/**
 * Creates an order of Salma. With a price, the order has one piece of the variant at the given price. Without a price,
 * the order has only a custom item.
 */
async function sell(priceMinor: number | null): Promise<string> {
  const item = { variant_id: variantId, name: 'Soap', quantity: 1, unit_price_minor: priceMinor ?? 0 };
  const outcome = await createOrder(
    context,
    orderCommand(installId, priceMinor === null ? {} : { items: [item] }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

/** Creates an order of Salma that is delivered to an address. */
async function sellDelivery(): Promise<string> {
  const address = { address: 'شارع بغداد', province: 'damascus' };
  const shipping = { amount_minor: 0, method: 'delivery' as const };
  const outcome = await createOrder(
    context,
    orderCommand(installId, { shipping, shipping_address: address }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

const phone = '0944 123 456';
const find = (reader: InstallContext = context, typed = phone) => findPerson(reader, { phone: typed });
const withoutScope = (scope: string): InstallContext => ({
  ...context,
  scopes: new Set([...context.scopes].filter((one) => one !== scope)),
});
/** Writes a status of an order directly to the mirror, as the app does after a read of the platform. */
const setStatus = (id: string | undefined, status: string, fulfillments: { status: string }[] = []) =>
  context.db.transaction(
    (tx) => tx.$executeRaw`
      UPDATE orders SET status = ${status}, header = jsonb_set(header, '{status}', to_jsonb(${status}::text)),
        detail = jsonb_set(detail, '{fulfillments}', ${JSON.stringify(fulfillments.map(parcelOf))}::jsonb)
      WHERE id = ${id}`,
  );
const parcelOf = ({ status }: { status: string }) => ({
  id: 'ful_1',
  provider: null,
  tracking_number: null,
  status,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  lines: [],
});

describe('S8 D5: the person with a phone number', () => {
  it.each(['0944 123 456', '٠٩٤٤١٢٣٤٥٦', '+963944123456', '00963 944-123-456'])(
    'is the same person in every notation of the number: %s',
    async (typed) => {
      expect(await find(context, typed)).toMatchObject({
        phone: '+963944123456',
        name: 'سلمى الخطيب',
        orderCount: 3,
        orders: orders.toReversed().map((id) => ({ id })),
        quotes: [{ number: quoteNumber, state: 'sent', isOpen: true }],
      });
    },
  );

  it('has the last agreed price of each variant, and no price of a custom item', async () => {
    const person = await find();
    expect(person?.prices).toMatchObject([{ variantId, price: { amount_minor: 290 } }]);
    expect(person?.orders[0]).toMatchObject({ firstItem: 'تغليف هدية', moreItems: 0 });
  });

  it.each(['0944123457', '0944123', 'سلمى', ''])(
    'is null for a number that no order has: %s',
    async (typed) => {
      expect(await find(context, typed)).toBeNull();
    },
  );

  it('is null for a role without personal data, and for another install', async () => {
    expect(await find({ ...context, role: 'viewer' })).toBeNull();
    expect(await find(await installContext(await world.install()))).toBeNull();
  });

  it('has no orders without the scope orders:read, but the quotes of the app', async () => {
    expect(await find(withoutScope('orders:read'))).toMatchObject({ orders: [], prices: [], quotes: [{}] });
  });

  it('has orders of other sources only with the scope clients:read and the setting keepsCustomers', async () => {
    const { orders: all } = await world.sandbox.control<{ orders: SoldOrder[] }>(
      'GET',
      `/dump?store_id=${context.store.id}`,
    );
    const [other] = all
      .filter(({ source, customer }) => source !== 'app' && customer?.phone)
      .toSorted((one, next) => next.created_at.localeCompare(one.created_at));
    const typed = other?.customer?.phone ?? '';
    expect(await areOthersKept(context)).toBe(false);
    await saveSettings(context, { installId, settings: { keepsCustomers: true } });
    expect(await areOthersKept(context)).toBe(true);
    expect(await areOthersKept(withoutScope('clients:read'))).toBe(false);
    await readOrder(context, other?.id ?? '');
    expect((await find(context, typed))?.orders.map(({ id }) => id)).toEqual([other?.id]);
    expect((await find(context, typed))?.prices).toEqual([]);
    expect(await find(withoutScope('clients:read'), typed)).toBeNull();
    expect(await find(withoutScope('clients:read'))).toMatchObject({ orderCount: 3 });
    await saveSettings(context, { installId, settings: { keepsCustomers: false } });
    expect(await areOthersKept(context)).toBe(false);
    expect(await find(context, typed)).toBeNull();
  });

  it('adds up the cash that is still expected for the orders, only for a user who may see cash', async () => {
    const person = await find();
    const sum = person?.orders.reduce((minor, { total }) => minor + total.amount_minor, 0);
    expect(person?.remaining).toEqual([{ ...person?.orders[0]?.total, amount_minor: sum }]);
    const forPacker = await find({ ...context, role: 'packer' });
    expect(forPacker?.orderCount).toBe(person?.orderCount);
    expect(forPacker?.remaining).toBeUndefined();
  });

  it('A38: counts failed and returned parcels and cancellations after shipping as refused, and warns from two of the last three on', async () => {
    const [first, second, third] = orders;
    await setStatus(first, 'returned');
    await setStatus(second, 'cancelled');
    await setStatus(third, 'status of a later version', [{ status: 'parcel of a later version' }]);
    expect(await find()).toMatchObject({ refused: 1, lastParcels: { count: 1, refused: 1 } });
    await setStatus(second, 'cancelled', [{ status: 'shipped' }]);
    const warned = await find();
    expect(warned).toMatchObject({ refused: 2, lastParcels: { count: 2, refused: 2 } });
    expect(warned && isOftenRefused(warned)).toBe(true);
    await setStatus(third, 'delivered', [{ status: 'delivered' }]);
    expect(await find()).toMatchObject({ refused: 2, lastParcels: { count: 3, refused: 2 } });
    await setStatus(await sell(null), 'completed');
    const calm = await find();
    expect(calm).toMatchObject({ refused: 2, orderCount: 4, lastParcels: { count: 3, refused: 1 } });
    expect(calm && isOftenRefused(calm)).toBe(false);
  });

  it('counts a refusal on a delivery sheet after the merchant confirmed it, and each order once', async () => {
    const [one, two] = [await sellDelivery(), await sellDelivery()];
    const before = await find();
    const refused = before?.refused ?? -1;
    const sheetId = await sheetOfOrders(context, [one, two]);
    expect(await find()).toMatchObject({ refused });
    await confirmStops(context, sheetId, ({ orderId }) => (orderId === one ? refusedAtDoor() : null));
    expect((await find())?.orders.find(({ id }) => id === one)?.parcel).toBe('refused');
    expect(await find()).toMatchObject({ refused: refused + 1 });
    // An order counts as one refusal, even if the store also records the refusal, or if the order is refused on a
    // second delivery sheet too.
    await setStatus(one, 'returned');
    expect(await find()).toMatchObject({ refused: refused + 1 });
    await setStatus(one, 'shipped');
    await confirmStops(context, await sheetOfOrders(context, [one, two]), () => refusedAtDoor());
    expect(await find()).toMatchObject({ refused: refused + 2 });
    // If an order is on several delivery sheets, only its last confirmed sheet counts. A refusal on a delivery sheet
    // does not count if the store's own status of the order is "delivered".
    const delivered = { answer: 'delivered' as const, paidMinor: null, reason: '' };
    await confirmStops(context, await sheetOfOrders(context, [two]), () => delivered);
    await setStatus(two, 'shipped');
    expect((await find())?.orders.find(({ id }) => id === two)?.parcel).toBeNull();
    await setStatus(one, 'delivered');
    expect(await find()).toMatchObject({ refused });
  });

  it('is still found while and after the data key of the install is replaced', async () => {
    const before = await find();
    await rotateDataKeys({ indexes: customerIndexes, distributeMs: 0, drainMs: 0 });
    expect(await find()).toEqual(before);
  });

  it('is not in the plain text of the tables with its hash', async () => {
    for (const table of ['created_orders', 'order_customers', 'quotes']) {
      const rows = await world.system<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      for (const { row } of rows) expect(row).not.toMatch(/سلمى|944123456/);
    }
  });
});

type SoldOrder = {
  id: string;
  source: string | null;
  created_at: string;
  customer: { phone: string | null } | null;
};
