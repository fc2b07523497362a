import { expect, it } from 'vitest';
import { cashStates } from '@/lib/cash/cash-view';
import { CashListQuery, listCashOrders } from '@/lib/cash/list-cash-orders.server';
import { readUnrecorded } from '@/lib/cash/read-unrecorded.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { PostingListQuery, readCashBook, readPostings } from '@/lib/cash/read-cash-book.server';
import { insertManyCashOrders } from '@/tests/support/cash/many-cash-orders';
import { explainedDb, nodesOf, type PlanNode } from '@/tests/support/mirror/explained-db';
import { fillTwoMirrors, large } from '@/tests/support/mirror/two-mirrors';

/** Three quarters of the orders have a cash entry, so the large cash notebook has 100,000 entries. */
const orders = 133_334;
const filled = fillTwoMirrors(insertManyCashOrders, { small: 1_000, large: orders });
const store = { id: 's', name: 's', currency: 'SYP', decimals: 0, timezone: 'Asia/Damascus', country: 'SY' };

/**
 * Runs a read of the large cash notebook (the record of the cash of orders). Returns the query plans of the read's
 * statements.
 */
async function plansOf(read: (source: Parameters<typeof readCashBook>[0]) => Promise<unknown>) {
  const plans: PlanNode[][] = [];
  await read({ installId: large, db: explainedDb(large, (nodes) => plans.push(nodes)), store });
  return plans;
}

/**
 * Returns how a query plan reads the tables that grow with the orders of a store. The small table of carriers is left
 * out, because PostgreSQL may read this table completely.
 */
const readsOf = (nodes: PlanNode[]) =>
  nodes.filter((node) => node['Relation Name'] && node['Relation Name'] !== 'carriers');
const indexesOf = (nodes: PlanNode[]) => readsOf(nodes).map((node) => node['Index Name']);

/** Expects that PostgreSQL reads one page of a list along the given index, without a sort. */
async function expectPageAlong(index: string, query: object): Promise<PlanNode> {
  const [nodes = []] = await plansOf((source) => listCashOrders(source, CashListQuery.parse(query)));
  const page = nodesOf(nodes.find((node) => node['Node Type'] === 'Limit'));
  expect(indexesOf(page), JSON.stringify(query)).toEqual([index]);
  for (const type of ['Sort', 'Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan'])
    expect(
      page.map((node) => node['Node Type']),
      JSON.stringify(query),
    ).not.toContain(type);
  expect(indexesOf(nodes)).toEqual(expect.arrayContaining([index, 'orders_pkey']));
  return readsOf(page)[0] as PlanNode;
}

it('LIST-1: a page of each cash list among 100,000 entries is read along one index, also deep in the list', async () => {
  const { rows } = await filled.superuser.query<{ id: string }>(
    'SELECT id FROM carriers WHERE install_id = $1 ORDER BY id LIMIT 1',
    [large],
  );
  const carrier = rows[0]?.id;
  const cursor = `${new Date(Date.now() - (orders / 2) * 60_000).toISOString()} ord_8`;
  await expectPageAlong('cash_orders_owed_by_age', {});
  await expectPageAlong('cash_orders_owed', { carrier });
  for (const state of cashStates)
    await expectPageAlong(state === 'paid' ? 'cash_orders_unrecorded_by_age' : 'cash_orders_by_state', {
      state,
    });
  await expectPageAlong('cash_orders_unrecorded', { state: 'paid', carrier });
  await expectPageAlong('cash_orders_by_carrier', { state: 'remitted', carrier });
  for (const [index, query] of [
    ['cash_orders_owed_by_age', { cursor }],
    ['cash_orders_owed', { carrier, cursor }],
    ['cash_orders_by_state', { state: 'remitted', cursor }],
    ['cash_orders_unrecorded_by_age', { state: 'paid', cursor }],
  ] as const) {
    const read = await expectPageAlong(index, query);
    expect(read['Index Cond'], JSON.stringify(query)).toContain('ROW(since, order_id)');
  }
});

it('the balances of 100,000 entries read only the owed orders, along an index, in groups that are not sorted', async () => {
  const plans = await plansOf(readBalances);
  const [nodes = []] = plans.filter((plan) => readsOf(plan).length > 0);
  expect(indexesOf(nodes)).toHaveLength(1);
  expect(indexesOf(nodes)[0]).toMatch(/^cash_orders_owed/);
  const types = nodes.map((node) => node['Node Type']);
  expect(types).not.toContain('Seq Scan');
  expect(types).not.toContain('Gather');
  const groups = nodesOf(nodes.find((node) => node['Node Type'] === 'Aggregate'));
  expect(groups[0]?.Strategy).toBe('Hashed');
  for (const type of ['Sort', 'Incremental Sort'])
    expect(groups.map((node) => node['Node Type'])).not.toContain(type);
});

it('the sums of paid orders without recorded cash read only these orders, along an index', async () => {
  const plans = await plansOf(readUnrecorded);
  const [nodes = []] = plans.filter((plan) => readsOf(plan).length > 0);
  expect(indexesOf(nodes)).toHaveLength(1);
  expect(indexesOf(nodes)[0]).toMatch(/^cash_orders_unrecorded/);
  for (const type of ['Seq Scan', 'Gather', 'Bitmap Heap Scan'])
    expect(nodes.map((node) => node['Node Type'])).not.toContain(type);
});

it('the orders whose carrier is not read yet are counted along an index, without a sort', async () => {
  const plans = await plansOf(readCashBook);
  const [nodes = []] = plans.filter((plan) => indexesOf(plan).includes('orders_pkey'));
  expect(indexesOf(nodes).toSorted()).toEqual(['cash_orders_owed', 'orders_pkey']);
  const types = nodes.map((node) => node['Node Type']);
  for (const type of ['Sort', 'Incremental Sort', 'Seq Scan']) expect(types).not.toContain(type);
});

it('the postings of the cash screen are read along indexes, with the entries of the shown postings only', async () => {
  const plans = await plansOf(readCashBook);
  const postings = plans.find((nodes) =>
    readsOf(nodes).some((node) => node['Relation Name'] === 'cash_postings'),
  );
  expect([...new Set(indexesOf(postings ?? []))].toSorted()).toEqual([
    'cash_entries_pkey',
    'cash_postings_install_id_created_at_id_idx',
  ]);
  for (const node of readsOf(postings ?? []).filter((one) => one['Relation Name'] === 'cash_entries'))
    expect(node['Index Cond']).toContain('posting_id');
});

it('LIST-1: a page of older postings begins at its cursor in the index, also deep in the list', async () => {
  const at = new Date(Date.now() - (orders / 100) * 3_600_000).toISOString();
  const { cursor } = PostingListQuery.parse({ cursor: `${at} 8f14e45f-ceea-4e7a-9b3c-0d2f6a1b5c7d` });
  const [nodes = []] = await plansOf((source) => readPostings(source, { cursor }));
  const page = readsOf(nodes).find((node) => node['Relation Name'] === 'cash_postings');
  expect(page?.['Index Name']).toBe('cash_postings_install_id_created_at_id_idx');
  expect(page?.['Index Cond']).toContain('ROW(created_at, id)');
  for (const type of ['Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan'])
    expect(nodes.map((node) => node['Node Type'])).not.toContain(type);
});
