import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { changeOrder } from '@/lib/orders/order/change-order.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { purgeOrderCustomers } from '@/lib/orders/purge-order-customers.server';
import { acceptForCustomer } from '@/lib/quotes/change-quote.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { saveSettings } from '@/lib/store/save-settings.server';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/**
 * Ids of two orders, named by their customers: Salma is the customer of orderCommand, and Rami is another
 * customer.
 */
let salma: string;
let rami: string;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  salma = await create();
  rami = await create({ name: 'رامي الخطيب', phone: '+963933000111' });
});
afterAll(() => world.stop());

async function create(
  customer?: { name: string; phone: string },
  change: { tags?: string[] } = {},
): Promise<string> {
  const outcome = await createOrder(
    context,
    orderCommand(installId, { ...(customer && { customer }), ...change }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

const nameIn = async (reader: InstallContext, id: string) =>
  (await listOrders(reader, {})).rows.find((row) => row.id === id)?.customerName;

const search = async (reader: InstallContext, q: string, filters: object = {}) =>
  (await listOrders(reader, OrderListQuery.parse({ q, ...filters }))).rows.map(({ id }) => id);

describe('a tag', () => {
  it('is found by the search as soon as the order has it, and not after it was removed', async () => {
    const id = await create(undefined, { tags: ['Wholesale'] });
    expect(await search(context, 'wholesale')).toEqual([id]);
    const change = { installId, orderId: OrderId.parse(id), operationId: OperationId.parse(randomUUID()) };
    const changed = await changeOrder(context, {
      ...change,
      change: { tags: { add: ['جُملة'], remove: ['Wholesale'] } },
    });
    expect(changed).toMatchObject({ code: 'succeeded' });
    expect(await search(context, 'wholesale')).toEqual([]);
    expect(await search(context, 'جملة')).toEqual([id]);
    // An order in a list response of the platform has no items. The response arrives after the complete order. The app
    // must keep the item names in the search text, so that a search for an item still finds the order.
    expect(await search(context, 'تغليف')).toContain(id);
  });
});

describe('the customer of an order that the app created', () => {
  it('is in the row of the list, also if the order comes from a quote', async () => {
    expect(await nameIn(context, salma)).toBe('سلمى الخطيب');
    expect(await nameIn(context, rami)).toBe('رامي الخطيب');
    const { quoteId } = await sentQuote(context);
    const accepted = await acceptForCustomer(context, {
      installId,
      quoteId,
      version: 1,
      agreedHow: 'by phone',
      operationId: OperationId.parse(randomUUID()),
    });
    expect(accepted).toMatchObject({ code: 'succeeded' });
    const [row] = await world.system<{ order_id: string }>('SELECT order_id FROM quotes WHERE id = $1', [
      quoteId,
    ]);
    expect(await nameIn(context, row?.order_id ?? '')).toMatch(/./);
  });

  it('is not sent to a role without personal data, nor without the scope clients:read', async () => {
    expect(await nameIn({ ...context, role: 'viewer' }, salma)).toBeNull();
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'clients:read'));
    expect(await nameIn({ ...context, scopes }, salma)).toBeNull();
  });

  it.each([
    ['سلمى', ['salma']],
    ['الخطيب', ['salma', 'rami']],
    ['الخطيب رامي', ['rami']],
    ['0944 123 456', ['salma']],
    ['+963944123456', ['salma']],
    ['سلم', []],
    ['0944123', []],
  ])('is found by a whole phone number and by whole words of the name: %s', async (q, expected) => {
    const ids = { salma, rami };
    const found = await search(context, q);
    expect(new Set(found.filter((id) => Object.values(ids).includes(id)))).toEqual(
      new Set(expected.map((name) => ids[name as keyof typeof ids])),
    );
  });

  it('finds nothing for a role without personal data, nor without the scope clients:read', async () => {
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'clients:read'));
    for (const reader of [
      { ...context, role: 'viewer' as const },
      { ...context, scopes },
    ])
      for (const q of ['سلمى', '0944123456']) expect(await search(reader, q)).toEqual([]);
  });

  it('is searched together with the other filters', async () => {
    expect(await search(context, 'الخطيب', { status: ['cancelled'] })).toEqual([]);
    expect(await search(context, 'الخطيب', { status: ['placed'] })).toContain(salma);
  });

  it('the found customers and the found texts of other orders form one list: newest first, each order once, page by page', async () => {
    const gift = await create(undefined, { tags: ['الخطيب'] });
    const all = [];
    let cursor: string | undefined;
    do {
      const query = OrderListQuery.parse({ q: 'الخطيب', ...(cursor && { cursor }) });
      const page = await listOrders(context, query);
      all.push(...page.rows);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining([salma, rami, gift]));
    expect(all.map((row) => row.created_at)).toEqual(
      all
        .map((row) => row.created_at)
        .toSorted()
        .reverse(),
    );
  });

  it('is stored encrypted', async () => {
    const rows = await world.system<{ row: string }>('SELECT c::text AS row FROM created_orders c');
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toMatch(/سلمى|الخطيب|944123456/);
  });

  it("is deleted after the store's quoteDataDays, with its hashes; the order stays in the list", async () => {
    await saveSettings(context, { installId, settings: { quoteDataDays: 3 } });
    await world.system(
      `UPDATE created_orders SET created_at = now() - interval '4 days' WHERE order_id = $1`,
      [salma],
    );
    expect(await purgeOrderCustomers()).toBe(1);
    expect(await purgeOrderCustomers()).toBe(0);
    const [row] = await world.system<object>('SELECT * FROM created_orders WHERE order_id = $1', [salma]);
    expect(row).toMatchObject({ customer_enc: null, phone_key: null, name_keys: [], payment_method: 'cod' });
    expect(await nameIn(context, salma)).toBeNull();
    expect(await nameIn(context, rami)).toBe('رامي الخطيب');
  });
});
