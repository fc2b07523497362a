import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { findOrders } from '@/lib/orders/list/find-orders.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { standardViews } from '@/lib/orders/views/standard-views';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { fillTwoMirrors, large, small } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertOrdersAndCustomers, { small: 2_000, large: 200_000 });

/**
 * Inserts orders, and customers for 1,000 of them. If the table of customers were empty, each of its indexes would cost
 * the same, and PostgreSQL could use any of them.
 */
async function insertOrdersAndCustomers(superuser: pg.Client, installId: InstallId, count: number) {
  await insertManyOrders(superuser, installId, count);
  await superuser.query(
    `INSERT INTO order_customers (install_id, order_id, customer_enc, created_at)
     SELECT install_id, id, 'not read', now() FROM orders WHERE install_id = $1 ORDER BY id LIMIT 1000`,
    [installId],
  );
  await superuser.query('ANALYZE order_customers');
}

/**
 * Returns a cursor from the middle of the order list. The list uses cursors, because with an offset
 * PostgreSQL would have to count all earlier rows.
 */
function deepCursor(sort = 'newest'): string {
  const byTime = [sort, new Date(Date.now() - 3.3e9).toISOString(), 'ord_8'];
  const key = ['highest', 'lowest'].includes(sort) ? [sort, 'SYP', 240_000, 'ord_8'] : byTime;
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Returns the query plans of all SQL statements that read orders for one page of the list, in the order of execution. If
 * the page has rows, the last statement reads these rows by their keys. The statement that reads how current the mirror
 * is has a test of its own. `read` reads the page, by default as the list does.
 */
async function plansOf(
  installId: InstallId,
  query: object,
  read: (context: Parameters<typeof listOrders>[0], query: object) => Promise<unknown> = (context, filters) =>
    listOrders(context, OrderListQuery.parse(filters)),
): Promise<PlanNode[][]> {
  const plans: PlanNode[][] = [];
  const db = explainedDb(installId, (nodes) => {
    if (!isFreshness(nodes)) plans.push(nodes);
  });
  const store = {
    id: 'store_1',
    name: 'Store',
    currency: 'SYP',
    decimals: 0,
    timezone: 'UTC',
    country: 'SY',
  };
  const context = { installId, db, role: 'owner' as const, scopes: new Set(['clients:read']), store };
  await read(context, query);
  return plans;
}

const isFreshness = (nodes: PlanNode[]) => indexesOf(nodes).includes('sweeps_pkey');

const typesOf = (nodes: PlanNode[]) => nodes.map((node) => node['Node Type']);
const indexesOf = (nodes: PlanNode[]) =>
  [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].filter(
    (name) => !name.startsWith('created_orders'),
  );
const conditionsOf = (nodes: PlanNode[]) => nodes.map((node) => node['Index Cond']).join();

/** Expects that a query plan contains only index scans: no sort, no sequential scan, no aggregate. */
function expectIndexScan(nodes: PlanNode[]): void {
  for (const type of [
    'Sort',
    'Incremental Sort',
    'Seq Scan',
    'Bitmap Heap Scan',
    'Aggregate',
    'Gather Merge',
    'Hash',
  ])
    expect(typesOf(nodes), JSON.stringify(indexesOf(nodes))).not.toContain(type);
}

/** The indexes that the last statement for a page may use. This statement reads each row of the page by its key. */
const indexesOfRows = ['settings_pkey', 'orders_pkey', 'installs_pkey', 'order_customers_pkey'];

/** The lists to test: a name, the filters, and the indexes that PostgreSQL must use. */
const lists: [string, { sort?: string; [filter: string]: unknown }, ...string[]][] = [
  ['all, oldest first', { sort: 'oldest' }, 'orders_newest'],
  ['all by total', { sort: 'highest' }, 'orders_by_total'],
  ['all by total, lowest first', { sort: 'lowest' }, 'orders_by_total'],
  ['a status by total', { status: 'completed', sort: 'highest' }, 'orders_by_status_and_total'],
  ['two statuses by total', { status: ['placed', 'approved'], sort: 'lowest' }, 'orders_by_status_and_total'],
  ['a tag, oldest first', { tag: 'wholesale', sort: 'oldest' }, 'order_tags_pkey'],
  ['a source, oldest first', { source: 'pos', sort: 'oldest' }, 'orders_by_source'],
  ['all', standardViews.all, 'orders_newest'],
  ['to review', standardViews.to_review, 'orders_by_status'],
  ['to ship', standardViews.to_ship, 'orders_by_status'],
  [
    'cash to collect',
    standardViews.cash_to_collect,
    'orders_by_status_and_payment',
    'orders_rest_unpaid_by_status',
  ],
  ['a rest after a refund', { payment: restUnpaid }, 'orders_rest_unpaid'],
  ['a rest after a refund, oldest first', { payment: restUnpaid, sort: 'oldest' }, 'orders_rest_unpaid'],
  [
    'a rest after a refund or no payment',
    { payment: ['unpaid', restUnpaid] },
    'orders_by_payment',
    'orders_rest_unpaid',
  ],
  [
    'a rest after a refund, in one status',
    { status: 'partially_refunded', payment: restUnpaid },
    'orders_rest_unpaid_by_status',
  ],
  ['problems', standardViews.problems, 'orders_by_status'],
  ['a status nobody has', { status: 'of tomorrow' }, 'orders_by_status'],
  ['a status most have', { status: 'completed' }, 'orders_by_status'],
  ['a payment status', { payment: 'unpaid' }, 'orders_by_payment'],
  ['a rare payment status', { payment: 'authorized' }, 'orders_by_payment'],
  ['several payment statuses', { payment: ['unpaid', 'pending', 'authorized'] }, 'orders_by_payment'],
  ['a status by a payment status', { status: 'placed', payment: 'paid' }, 'orders_by_status_and_payment'],
  ['a source', { source: 'pos' }, 'orders_by_source'],
  ['a tag', { tag: 'wholesale' }, 'order_tags_pkey'],
  ['a rare tag', { tag: 'Fragile' }, 'order_tags_pkey'],
  ['an Arabic tag', { tag: 'هدية' }, 'order_tags_pkey'],
  [
    'days',
    { from: new Date(Date.now() - 4e9).toISOString(), to: new Date(Date.now() - 2e9).toISOString() },
    'orders_newest',
  ],
];

it('how current the list is, is read from one row of each of two tables', async () => {
  const plans: PlanNode[][] = [];
  await explainedDb(large, (nodes) => plans.push(nodes)).transaction((tx) => readFreshness(tx, large));
  const [nodes = []] = plans;
  expect(plans).toHaveLength(1);
  expectIndexScan(nodes);
  expect(indexesOf(nodes).toSorted()).toEqual(['installs_pkey', 'sweeps_pkey']);
});

describe.each([
  ['with statistics', async () => {}],
  [
    'without statistics',
    async () =>
      void (await filled.superuser.query(
        `DELETE FROM pg_statistic WHERE starelid = ANY(ARRAY['orders', 'order_tags']::regclass[])`,
      )),
  ],
])('%s', (_, prepare) => {
  beforeAll(prepare);

  it.each(lists)(
    'U1 LIST-1: %s is read along an index, without a sort, from the first page to a deep one',
    async (_, query, ...indexes) => {
      for (const installId of [large, small])
        for (const cursor of [undefined, deepCursor(query.sort)]) {
          const [keys = [], rows = []] = await plansOf(installId, { ...query, cursor });
          expectIndexScan(keys);
          expect(indexesOf(keys)).toEqual(indexes);
          // The index scan must start at the last key of the previous page. With the cursor as a filter on the rows,
          // PostgreSQL would first read all earlier rows.
          if (cursor) expect(conditionsOf(keys)).toContain('ROW(');
          expect(keys.filter((node) => node.Filter)).toEqual([]);
          if (rows.length > 0) expect(indexesOf(rows)).toEqual(indexesOfRows);
        }
    },
  );

  it.each([
    [
      'many statuses by many payment statuses',
      { status: [...'abcdefg'], payment: ['paid', 'unpaid'] },
      'orders_by_status',
    ],
    ['a tag and a status', { tag: 'wholesale', status: 'returned' }, 'orders_by_status'],
    ['a source and a status', { source: 'pos', status: 'placed' }, 'orders_by_status'],
    ['a source and a payment status', { source: 'pos', payment: 'authorized' }, 'orders_by_source'],
    ['a common word', { q: 'shirt' }, 'orders_newest'],
    ['two letters', { q: 'ea' }, 'orders_newest'],
    ['a word and a tag', { q: 'lavender', tag: 'wholesale' }, 'order_tags_pkey'],
    ['a payment status by total', { payment: 'unpaid', sort: 'highest' }, 'orders_by_total'],
    ['a rest after a refund by total', { payment: restUnpaid, sort: 'highest' }, 'orders_by_total'],
    ['a rare payment status by total', { payment: 'authorized', sort: 'lowest' }, 'orders_by_total'],
    [
      'cash to collect by total',
      { ...standardViews.cash_to_collect, sort: 'highest' },
      'orders_by_status_and_total',
    ],
  ])('%s: an index is scanned for a limited number of rows, without a sort', async (_, query, index) => {
    const scans = (await plansOf(large, query)).filter((nodes) => typesOf(nodes).includes('WindowAgg'));
    expect(scans.length).toBeGreaterThan(0);
    for (const nodes of scans) expectIndexScan(nodes);
    expect(indexesOf(scans[0] ?? [])).toContain(index);
    expect(typesOf(scans[0] ?? []).filter((type) => type === 'Limit').length).toBeGreaterThan(1);
  });

  it('a rare filter by total is gathered by the index of the filter and then sorted', async () => {
    const plans = await plansOf(large, { payment: 'authorized', sort: 'highest' });
    const gathered = plans.find((nodes) => typesOf(nodes).includes('CTE Scan')) ?? [];
    expect(indexesOf(gathered).toSorted()).toEqual(['orders_by_payment', 'orders_pkey']);
    expect(typesOf(gathered)).not.toContain('Seq Scan');
  });

  it('the currencies of a list by total are looked up in its index', async () => {
    const plans = await plansOf(large, { sort: 'highest' });
    const currencies = plans.find((nodes) => typesOf(nodes).includes('Recursive Union')) ?? [];
    expect(indexesOf(currencies)).toEqual(['orders_by_total']);
    expectIndexScan(currencies);
  });

  it('an order number is looked up by its index', async () => {
    // A search runs several statements. This test does not check the first statement, which searches the customers of
    // orders.
    const [, number = []] = await plansOf(large, { q: '1900007' });
    expect(indexesOf(number)).toEqual(['orders_by_number']);
    expect(conditionsOf(number)).toContain('order_number');
  });

  it('the command palette reads a limited number of order numbers along their index', async () => {
    const plans = await plansOf(large, { q: '19' }, findOrders);
    const byNumber = plans.find((nodes) => indexesOf(nodes).includes('orders_by_number')) ?? [];
    expect(indexesOf(byNumber)).toEqual(['orders_by_number']);
    expect(conditionsOf(byNumber)).toContain('order_number >=');
    for (const limit of byNumber.filter((node) => node['Node Type'] === 'Limit'))
      expect(limit['Plan Rows']).toBeLessThanOrEqual(1_000);
    expect(typesOf(byNumber).filter((type) => type === 'Limit').length).toBeGreaterThan(1);
    expect(typesOf(byNumber)).not.toContain('Seq Scan');
  });

  it.each([
    ['a rare word', 'c4ca42'],
    ['an Arabic word', 'خزامي'],
    ['a part of a number', '90012'],
    ['two words', 'قميص lavender'],
    ['a word nobody has', 'zzzqqq'],
  ])('%s is found by its trigrams', async (_, q) => {
    const search = (await plansOf(large, { q })).find((plan) =>
      plan.some((node) => node['Function Name'] === 'search_orders'),
    );
    // The SQL function search_orders returns the keys of matching orders. The statement then reads the table orders by
    // its primary key and applies the filters to these rows.
    expect(indexesOf(search ?? [])).toEqual(['orders_pkey']);
    const words = q.split(' ').map((word) => `%${word}%`);
    const nodes = await filled.nodesWithin(large, 'SELECT * FROM search_orders($1, 5000)', [words]);
    expect(typesOf(nodes)).toContain('Bitmap Heap Scan');
    expect(indexesOf(nodes)).toEqual(['orders_search']);
    expect(conditionsOf(nodes)).toMatch(/install_id \|\| .*= .*(translate|trigram_key)/);
  });
});
