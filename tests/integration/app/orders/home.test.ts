import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import { listRecentOperations } from '@/lib/operations/activity/list-recent-operations.server';
import { countedMax, readOrderWork } from '@/lib/orders/charts/read-order-work.server';
import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import type { InstallId } from '@/lib/shared/ids';
import { tenantDb } from '@/lib/system/db';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { fillTwoMirrors, large, small } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertManyOrders, { small: 2_000, large: 100_000 });
const store = {
  ...{ id: 's', name: 's', currency: 'SYP', decimals: 2, timezone: 'Asia/Damascus', country: 'SY' },
};
const contextOf = (installId: InstallId) => ({ installId, db: tenantDb(installId), store });

async function plansOf(installId: InstallId): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  const db = explainedDb(installId, (plan) => nodes.push(...plan));
  await readOrderWork({ installId, db });
  await readOrderCharts({ installId, db, store });
  return nodes;
}

/**
 * Counts orders of an install directly in the table, without any of the app's queries, so that the test is
 * independent of them.
 */
const count = async (installId: InstallId, where: string) => {
  const { rows } = await filled.superuser.query<{ orders: number }>(
    `SELECT count(*)::int AS orders FROM orders WHERE install_id = $1 AND deleted_at IS NULL AND ${where}`,
    [installId],
  );
  return rows[0]?.orders ?? 0;
};
const isUnpaid = `status = 'delivered' AND payment_status IN ('unpaid', 'partially_paid')`;

describe('the home screen', () => {
  it('is read with indexes only, without a scan of all orders', async () => {
    const nodes = await plansOf(large);
    const ofOrders = nodes.filter((node) => node['Relation Name'] === 'orders');
    expect(ofOrders.filter((node) => !node['Node Type'].startsWith('Index'))).toEqual([]);
    expect(ofOrders.map((node) => node['Index Name'])).toContain('orders_sold');
    expect(ofOrders.filter((node) => node['Index Name'] === 'orders_sold')).toEqual([
      expect.objectContaining({ 'Node Type': 'Index Only Scan' }),
    ]);
    // The query plan must have no filter beside the index conditions. With a filter, PostgreSQL would read rows only to
    // discard them.
    expect(nodes.filter((node) => node['Relation Name'] === 'orders' && node.Filter)).toEqual([]);
  });

  it('LIST-1: counts waiting work up to a limit, and exactly below it', async () => {
    expect(await readOrderWork(contextOf(large))).toMatchObject({
      ...{ to_review: countedMax, to_ship: countedMax, cash_to_collect: countedMax, problems: countedMax },
    });
    const work = await readOrderWork(contextOf(small));
    expect(work.problems).toBe(await count(small, `status IN ('delivered_failed', 'returned')`));
    expect(work.problems).toBeLessThan(countedMax);
    expect(work.cash_to_collect).toBe(await count(small, isUnpaid));
    expect(work.knownCash).toBe(0);
    const { rows } = await filled.superuser.query<{ id: string }>(
      `SELECT id FROM orders WHERE install_id = $1 AND deleted_at IS NULL AND ${isUnpaid} LIMIT 2`,
      [small],
    );
    for (const [index, { id }] of rows.entries())
      await filled.superuser.query(
        `INSERT INTO created_orders (install_id, order_id, operation_id, payment_method) VALUES ($1, $2, $3, $4)`,
        [small, id, randomUUID(), index === 0 ? 'cod' : 'bank'],
      );
    expect((await readOrderWork(contextOf(small))).knownCash).toBe(1);
  });

  it('GEN-4: sums sales per currency and per day of the store, without cancelled orders', async () => {
    const { sales, salesAreCut } = await readOrderCharts(contextOf(small));
    expect(salesAreCut).toBe(false);
    expect(sales.map(({ currency, days }) => [currency, days.length])).toEqual([['SYP', 30]]);
    const { rows } = await filled.superuser.query<{ day: string; orders: number; total: string }>(
      `SELECT to_char(created_at AT TIME ZONE 'Asia/Damascus', 'YYYY-MM-DD') AS day, count(*)::int AS orders,
         sum(total_minor) AS total
       FROM orders WHERE install_id = $1 AND deleted_at IS NULL AND status <> 'cancelled' GROUP BY 1 ORDER BY 1`,
      [small],
    );
    const sold = sales[0]?.days.filter(({ orders }) => orders > 0) ?? [];
    expect(
      sold.map(({ day, orders, total }) => ({ day, orders, total: String(total.amount_minor) })),
    ).toEqual(rows);
    expect(sold[0]?.total).toMatchObject({ currency: 'SYP', decimals: 2 });
  });

  it('never adds amounts of two currencies', async () => {
    await filled.superuser.query(
      `UPDATE orders SET header = jsonb_set(header, '{total}', '{"amount_minor": 5, "currency": "USD", "decimals": 3}'),
         total_minor = 5, status = 'placed', deleted_at = NULL
       WHERE install_id = $1 AND id = (SELECT id FROM orders WHERE install_id = $1 ORDER BY created_at DESC LIMIT 1)`,
      [small],
    );
    const { sales } = await readOrderCharts(contextOf(small));
    expect(sales.map(({ currency }) => currency)).toEqual(['SYP', 'USD']);
    const dollars = sales[1]?.days ?? [];
    expect(dollars.at(-1)).toMatchObject({
      orders: 1,
      total: { amount_minor: 5, currency: 'USD', decimals: 3 },
    });
    expect(dollars.filter(({ orders }) => orders > 0)).toHaveLength(1);
  });

  it('shows how long orders wait, each order in one bar, and says if the count was cut', async () => {
    const { unpaid } = await readOrderCharts(contextOf(small));
    expect(unpaid.map(({ fromDays, toDays }) => [fromDays, toDays])).toEqual([
      ...[
        [0, 3],
        [4, 7],
        [8, 14],
        [15, null],
      ],
    ]);
    expect(unpaid.reduce((sum, { orders }) => sum + orders, 0)).toBe(await count(small, isUnpaid));
    const { unpaid: many, unshipped } = await readOrderCharts(contextOf(large));
    expect(many.at(-1)).toMatchObject({ fromDays: 15, orders: 1_000, isMore: true });
    const inFour = `created_at > now() - interval '4 days'`;
    expect(many[0]?.orders).toBe(await count(large, `${isUnpaid} AND ${inFour}`));
    expect(unshipped[0]?.orders).toBe(
      await count(large, `status IN ('approved', 'processing') AND created_at > now() - interval '1 day'`),
    );
  });

  it('shows the writes that ended last, with their order numbers', async () => {
    const { rows } = await filled.superuser.query<{ id: string; order_number: string }>(
      `SELECT id, order_number FROM orders WHERE install_id = $1 LIMIT 1`,
      [small],
    );
    for (const [minutes, state] of [
      [3, 'succeeded'],
      [2, 'refused'],
      [1, 'needs_review'],
      [null, 'sending'],
    ] as const)
      await filled.superuser.query(
        `INSERT INTO operations (install_id, id, kind, state, idempotency_key, target, actor_name, ended_at)
         VALUES ($1, $2, 'patch_order', $3, $6, $4, 'Salma', now() - $5::int * interval '1 minute')`,
        [small, randomUUID(), state, { order_id: rows[0]?.id }, minutes, randomUUID()],
      );
    const recent = await listRecentOperations(contextOf(small), 2, findOrderNumbers);
    expect(recent.map(({ state }) => state)).toEqual(['needs_review', 'refused']);
    expect(recent[0]).toMatchObject({ actorName: 'Salma', order: { number: rows[0]?.order_number } });
    expect(await listRecentOperations(contextOf(large), 2, findOrderNumbers)).toEqual([]);
  });
});
