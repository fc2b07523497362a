import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CashListQuery, listCashOrders } from '@/lib/cash/list-cash-orders.server';
import { PostingListQuery, readPostings } from '@/lib/cash/read-cash-book.server';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { DiscountListQuery, listDiscounts } from '@/lib/discounts/list-discounts.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listMovements, MovementListQuery } from '@/lib/inventory/list-movements.server';
import { ActivityQuery } from '@/lib/operations/activity/activity-query';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import type { AppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let context: InstallContext;

beforeAll(async () => {
  ({ world, context } = await startStoreWorld());
});
afterAll(() => world.stop());

type List = [
  name: string,
  query: (cursor: string) => Record<string, string>,
  schema: z.ZodType,
  read: (q: never) => Promise<unknown>,
];

const after =
  (at: string, id: string) =>
  (cursor = at) => ({ cursor: `${cursor} ${id}` });
const plain = after('', 'a1');
const uuid = after('', randomUUID());
const order = (at: string) => ({
  cursor: Buffer.from(JSON.stringify(['newest', at, 'ord_1'])).toString('base64url'),
});

const lists: List[] = [
  ['orders', order, OrderListQuery, (query) => listOrders(context, query)],
  ['products', plain, ProductListQuery, (query) => listProducts(context, query)],
  ['discounts', plain, DiscountListQuery, (query) => listDiscounts(context, query)],
  ['cash', plain, CashListQuery, (query) => listCashOrders(context, query)],
  ['cash postings', uuid, PostingListQuery, (query) => readPostings(context, query)],
  ['quotes', uuid, QuoteListQuery, (query) => listQuotes(context, query)],
  ['activity', uuid, ActivityQuery, (query) => listActivity(context, query, activityPorts)],
  [
    'stock movements',
    (at) => ({ variant: 'var_1', ...plain(at) }),
    MovementListQuery,
    (query) => listMovements(context, query),
  ],
];

const times = [
  '9999-12-31T99:99:99Z',
  '9999-12-31T24:00:00Z',
  '2026-13-45T00:00:00Z',
  '2026-01-01T::::Z',
  '0000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '+275761-01-01T00:00:00Z',
  'infinity',
  'now',
];

describe.each(lists)('the cursor of the list of %s', (_, queryAt, schema, read) => {
  it.each(times)('with the time %s is refused as an invalid request', (at) => {
    expect(schema.safeParse(queryAt(at)).success).toBe(false);
  });

  it.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.9999999999Z'])(
    'with the time %s returns a page',
    async (at) => {
      await expect(read(schema.parse(queryAt(at)) as never)).resolves.toBeDefined();
    },
  );
});

it('a NUL character in the cursor of the list of discounts is refused as an invalid request', () => {
  expect(DiscountListQuery.safeParse({ cursor: '2026-01-01T00:00:00Z a\0' }).success).toBe(false);
});

it.each([
  ['orders', OrderListQuery, (query: never) => listOrders(context, query)],
  ['activity', ActivityQuery, (query: never) => listActivity(context, query, activityPorts)],
] as const)(
  'the list of %s can be read for the first and the last day of the calendar',
  async (_, schema, read) => {
    for (const days of [
      { from: '0000-01-01' },
      { to: '9999-12-31' },
      { from: '9999-12-31' },
      { to: '0000-01-01' },
    ]) {
      const query = schema.safeParse(days);
      if (query.success) await expect(read(query.data as never)).resolves.toBeDefined();
    }
  },
);
