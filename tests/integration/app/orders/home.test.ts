import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Posting } from '@/lib/cash/cash-commands';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { findOrderCurrencies } from '@/lib/mirror/orders/find-order-currencies.server';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import { listRecentOperations } from '@/lib/operations/activity/list-recent-operations.server';
import { readFirstSteps } from '@/lib/home/read-first-steps.server';
import { readCash, summedMax } from '@/lib/orders/charts/read-cash.server';
import { parametersOf } from '@/lib/orders/list/order-list-filters';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import {
  countedMax,
  readOldestWork,
  readOrderWork,
  readWorkSums,
} from '@/lib/orders/charts/read-order-work.server';
import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import { readToday } from '@/lib/orders/charts/read-today.server';
import { owedMinor } from '@/lib/orders/order/payment-facts';
import { standardViews } from '@/lib/orders/views/standard-views';
import { workOfOrder } from '@/lib/orders/views/work-of-order';
import { readQuoteWork } from '@/lib/quotes/waiting/read-quote-work.server';
import { chartPeriods } from '@/lib/shared/chart-periods';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { fillTwoMirrors, large, small } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertManyOrders, { small: 1_500, large: 100_000 });
const store = {
  id: 's',
  name: 's',
  currency: 'SYP',
  decimals: 2,
  timezone: 'Asia/Damascus',
  country: 'SY',
};
const contextOf = (installId: InstallId) => ({
  installId,
  db: tenantDb(installId),
  store,
  role: 'owner' as const,
  scopes: new Set<Scope>(['orders:read']),
});
const ports = { findOrderNumbers, findOrderCurrencies };

async function plansOf(installId: InstallId): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  const db = explainedDb(installId, (plan) => nodes.push(...plan));
  await readOrderWork({ installId, db });
  await readOldestWork({ installId, db });
  await readWorkSums({ installId, db });
  await readToday({ installId, db, store });
  await readCash({ installId, db, store, role: 'owner' });
  for (const period of chartPeriods) await readOrderCharts({ installId, db, store }, period);
  return nodes;
}

/**
 * Counts orders of an install with a query of the test, so that the expected numbers do not depend on the app's
 * queries.
 */
const count = async (installId: InstallId, where: string) => {
  const { rows } = await filled.superuser.query<{ orders: number }>(
    `SELECT count(*)::int AS orders FROM orders WHERE install_id = $1 AND deleted_at IS NULL AND ${where}`,
    [installId],
  );
  return rows[0]?.orders ?? 0;
};
const isUnpaid = `status IN ('delivered', 'completed', 'partially_refunded')
  AND (payment_status IN ('unpaid', 'partially_paid')
    OR payment_status = 'partially_refunded' AND total_minor > (header->'paid'->>'amount_minor')::bigint)`;

describe('the home screen', () => {
  it('is read with indexes only, without a scan of all orders', async () => {
    const nodes = await plansOf(large);
    const ofOrders = nodes.filter((node) => node['Relation Name'] === 'orders');
    expect(ofOrders.filter((node) => !node['Node Type'].startsWith('Index'))).toEqual([]);
    expect(ofOrders.map((node) => node['Index Name'])).toContain('orders_sold');
    // Five index scans are expected: one for today, one for the same day a week ago, one for each of the two periods of
    // the chart, and one for the week before the chart of a week.
    const sold = ofOrders.filter((node) => node['Index Name'] === 'orders_sold');
    expect(sold.map((node) => node['Node Type'])).toEqual(Array(5).fill('Index Only Scan'));
    // The query plan must have only index conditions and no other filter. With a filter, PostgreSQL would read rows and
    // then discard them.
    expect(nodes.filter((node) => node['Relation Name'] === 'orders' && node.Filter)).toEqual([]);
  });

  it('LIST-1: counts waiting work up to a limit, and exactly below it', async () => {
    expect(await readOrderWork(contextOf(large))).toMatchObject({
      to_review: countedMax,
      to_ship: countedMax,
      cash_to_collect: countedMax,
      problems: countedMax,
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
    const { sales, salesAreCut } = await readOrderCharts(contextOf(small), 30);
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
    const { sales } = await readOrderCharts(contextOf(small), 7);
    expect(sales.map(({ currency }) => currency)).toEqual(['SYP', 'USD']);
    const dollars = sales[1]?.days ?? [];
    expect(dollars.at(-1)).toMatchObject({
      orders: 1,
      total: { amount_minor: 5, currency: 'USD', decimals: 3 },
    });
    expect(dollars.filter(({ orders }) => orders > 0)).toHaveLength(1);
  });

  it('sums the totals of waiting work in each currency, and not if there is more than it counts', async () => {
    expect(await readWorkSums(contextOf(large))).toEqual({ to_review: [], to_ship: [], problems: [] });
    const { problems } = await readWorkSums(contextOf(small));
    const { rows } = await filled.superuser.query<{ total: string }>(
      `SELECT sum(total_minor) AS total FROM orders
       WHERE install_id = $1 AND deleted_at IS NULL AND status IN ('delivered_failed', 'returned')`,
      [small],
    );
    expect(problems).toEqual([{ amount_minor: Number(rows[0]?.total), currency: 'SYP', decimals: 2 }]);
  });

  it('reads the oldest order of each view', async () => {
    const oldest = await readOldestWork(contextOf(small));
    const { rows } = await filled.superuser.query<{ at: Date }>(
      `SELECT min(created_at) AS at FROM orders WHERE install_id = $1 AND deleted_at IS NULL
       AND status IN ('approved', 'processing')`,
      [small],
    );
    expect(oldest.to_ship).toEqual({
      oldestAt: rows[0]?.at.toISOString(),
      path: '/orders?status=approved&status=processing&sort=oldest',
    });
  });

  it('says that a sum of cash is incomplete', async () => {
    const { ages, isMore, orders } = await readCash(contextOf(large));
    expect(ages.at(-1)).toMatchObject({ fromDays: 15, toDays: null, orders: summedMax, isMore: true });
    expect(isMore).toBe(true);
    expect(orders).toBeGreaterThanOrEqual(summedMax);
  });

  it('shows the writes that ended last, with their order numbers', async () => {
    const { rows } = await filled.superuser.query<{ id: string; order_number: string }>(
      `SELECT id, order_number FROM orders WHERE install_id = $1 LIMIT 1`,
      [small],
    );
    const refunded = { requested: { amountMinor: 700 } };
    for (const [minutes, state] of [
      [3, 'succeeded'],
      [2, 'refused'],
      [1, 'needs_review'],
      [null, 'sending'],
    ] as const)
      await filled.superuser.query(
        `INSERT INTO operations (install_id, id, kind, state, idempotency_key, target, actor_name, ended_at, result)
         VALUES ($1, $2, 'create_refund', $3, $6, $4, 'Salma', now() - $5::int * interval '1 minute', $7)`,
        [small, randomUUID(), state, { orderId: rows[0]?.id }, minutes, randomUUID(), refunded],
      );
    const recent = await listRecentOperations(contextOf(small), 2, ports);
    expect(recent.map(({ state }) => state)).toEqual(['needs_review', 'refused']);
    expect(recent[0]).toMatchObject({ actorName: 'Salma', order: { number: rows[0]?.order_number } });
    expect(recent[0]?.requested?.amount).toMatchObject({ amount_minor: 700, currency: 'SYP' });
    const [unread] = await listRecentOperations({ ...contextOf(small), scopes: new Set() }, 1, ports);
    expect(unread).toMatchObject({ requested: {}, order: null });
    expect(unread?.requested).toEqual({});
    expect(await listRecentOperations(contextOf(large), 2, ports)).toEqual([]);
  });
});

/** A moment after midnight on Wednesday, 11 March 2026 in Damascus. In UTC it is still Tuesday. */
const afterMidnight = new Date('2026-03-10T21:30:00Z');
const cairo = { ...store, timezone: 'Africa/Cairo', currency: 'EGP' };

type NewOrder = {
  at: string;
  minor?: number;
  paid?: number;
  currency?: string;
  decimals?: number;
  status?: string;
  payment?: string;
  carrier?: string | null;
};

/** Puts orders into the mirror (the app's copy) of a new install. */
async function installWith(orders: NewOrder[]) {
  const installId = InstallId.parse(`inst_${randomUUID()}`);
  for (const order of orders) {
    const {
      at,
      minor = 100,
      paid = 0,
      currency = 'SYP',
      decimals = 2,
      carrier,
      status = 'placed',
      payment = 'unpaid',
    } = order;
    const id = randomUUID();
    const money = (amount: number) => ({ amount_minor: amount, currency, decimals });
    const header = {
      id,
      order_number: id,
      status,
      payment_status: payment,
      source: null,
      line_pricing: 'net',
      subtotal: money(minor),
      discount: money(0),
      shipping: money(0),
      tax: money(0),
      total: money(minor),
      paid: money(paid),
      refunded: money(0),
      exchange_rate: null,
      tags: [],
      created_at: at,
      updated_at: at,
    };
    const shipments = [
      { provider: 'Old', status: 'cancelled' },
      { provider: carrier, status: 'delivered' },
    ];
    // The mirror (the app's copy) has an order either with its details or only as a row of a list. In this test, an
    // order has details if its carrier is given. The carrier null is an order whose shipment names no carrier.
    const detail = carrier === undefined ? null : { fulfillments: shipments };
    await filled.superuser.query(
      `INSERT INTO orders (install_id, id, order_number, status, payment_status, tags, total_minor, created_at, updated_at,
         header, detail, fence)
       VALUES ($1, $2, $2, $3, $4, '{}', $5, $6, $6, $7, $8, 1)`,
      [installId, id, status, payment, minor, at, header, detail],
    );
  }
  return contextOf(installId);
}

describe('today on the home screen', () => {
  it("compares the store's day so far with the same weekday a week ago up to the same time, also just after midnight", async () => {
    const context = await installWith([
      { at: '2026-03-10T20:59:59Z', minor: 1 },
      { at: '2026-03-10T21:00:00Z', minor: 10 },
      { at: '2026-03-10T21:29:00Z', minor: 100 },
      { at: '2026-03-03T20:59:59Z', minor: 1_000 },
      { at: '2026-03-03T21:00:00Z', minor: 10_000 },
      { at: '2026-03-03T21:30:00Z', minor: 100_000 },
    ]);
    expect(await readToday(context, afterMidnight)).toEqual({
      day: '2026-03-11',
      weekAgo: '2026-03-04',
      currencies: [
        {
          today: { orders: 2, total: { amount_minor: 110, currency: 'SYP', decimals: 2 } },
          weekAgo: { orders: 1, total: { amount_minor: 10_000, currency: 'SYP', decimals: 2 } },
        },
      ],
    });
  });

  it('compares up to the same time on the clock if the clocks changed during the week', async () => {
    // In Cairo, the clocks are set forward on 24 April 2026. Noon is at 10:00 UTC before that day and at 09:00 UTC from
    // that day on.
    const context = await installWith([
      { at: '2026-04-21T09:59:00Z', currency: 'EGP' },
      { at: '2026-04-21T10:01:00Z', currency: 'EGP' },
    ]);
    const { currencies } = await readToday({ ...context, store: cairo }, new Date('2026-04-28T09:00:00Z'));
    expect(currencies[0]?.weekAgo.orders).toBe(1);
  });

  it('keeps currencies apart and leaves out cancelled orders; the currency of the store is there without an order', async () => {
    const context = await installWith([
      { at: '2026-03-10T21:10:00Z', minor: 5, currency: 'USD' },
      { at: '2026-03-10T21:11:00Z', minor: 7, currency: 'EUR' },
      { at: '2026-03-10T21:12:00Z', minor: 9, currency: 'USD', status: 'cancelled' },
    ]);
    const { currencies } = await readToday(context, afterMidnight);
    expect(
      currencies.map(({ today }) => [today.total.currency, today.orders, today.total.amount_minor]),
    ).toEqual([
      ['SYP', 0, 0],
      ['EUR', 1, 7],
      ['USD', 1, 5],
    ]);
  });
});

describe('amounts of one currency with different decimals on the home screen', () => {
  const at = new Date().toISOString();
  const orders = [
    { at, minor: 100 },
    { at, minor: 30, decimals: 0 },
    { at, minor: 5, decimals: 0 },
  ];
  const amounts = [
    { amount_minor: 35, currency: 'SYP', decimals: 0 },
    { amount_minor: 100, currency: 'SYP', decimals: 2 },
  ];

  it('are never added', async () => {
    const context = await installWith(orders);
    const { currencies } = await readToday(context);
    expect(currencies.map(({ today }) => today.total)).toEqual(amounts);
    const { sales } = await readOrderCharts(context, 7);
    expect(sales.map(({ days }) => days.at(-1)?.total)).toEqual(amounts);
    expect(sales.map(({ weekBefore }) => weekBefore)).toEqual([undefined, undefined]);
    const unpaid = orders.map((order) => ({ ...order, status: 'delivered', carrier: 'Aramex' }));
    const cash = await readCash(await installWith(unpaid));
    for (const { sums } of [cash, ...cash.ages.slice(0, 1), ...(cash.carriers ?? [])])
      expect(sums.toSorted((one, other) => one.decimals - other.decimals)).toEqual(amounts);
  });
});

describe('cash on the home screen', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const delivered = { status: 'delivered' };

  it('sums what is still unpaid of delivered orders, per currency, by age and by the carrier of the last shipment', async () => {
    const cash = await readCash(
      await installWith([
        { ...delivered, at: daysAgo(0), minor: 100, carrier: 'Aramex' },
        {
          ...delivered,
          at: daysAgo(5),
          minor: 1_000,
          paid: 400,
          payment: 'partially_paid',
          carrier: 'Aramex',
        },
        { ...delivered, at: daysAgo(10), minor: 7, currency: 'USD', carrier: null },
        { ...delivered, at: daysAgo(20), minor: 9, payment: 'paid' },
        { at: daysAgo(20), minor: 9, status: 'shipped' },
      ]),
    );
    const money = (currency: string, amount: number) => ({ currency, decimals: 2, amount_minor: amount });
    expect(cash).toMatchObject({ orders: 3, isMore: false, sums: [money('SYP', 700), money('USD', 7)] });
    expect(cash.ages.map(({ fromDays, toDays, orders, sums }) => [fromDays, toDays, orders, sums])).toEqual([
      [0, 3, 1, [money('SYP', 100)]],
      [4, 7, 1, [money('SYP', 600)]],
      [8, 14, 1, [money('USD', 7)]],
      [15, null, 0, []],
    ]);
    expect(cash.carriers).toEqual([
      { name: 'Aramex', orders: 2, sums: [money('SYP', 700)] },
      { name: null, orders: 1, sums: [money('USD', 7)] },
    ]);
    expect(cash.unreadCarriers).toBeUndefined();
  });

  it('has an order with a partial refund while its customer still has to pay a rest, as the list and its badge', async () => {
    const refunded = { minor: 200, payment: 'partially_refunded', carrier: 'Aramex' };
    const context = await installWith([
      { ...delivered, at: daysAgo(1), minor: 7 },
      // A part of the deposit was refunded before the delivery, and after it.
      { ...refunded, ...delivered, at: daysAgo(20), paid: 50 },
      { ...refunded, status: 'partially_refunded', at: daysAgo(5), paid: 80 },
      // Nothing is left to pay.
      { ...refunded, ...delivered, at: daysAgo(21), paid: 200 },
      { ...refunded, status: 'partially_refunded', at: daysAgo(22), paid: 200 },
      { ...refunded, status: 'partially_refunded', at: daysAgo(23), paid: 250 },
      { ...refunded, status: 'partially_refunded', at: daysAgo(24), minor: 0, paid: 50 },
      { ...refunded, status: 'cancelled', at: daysAgo(25), paid: 50 },
    ]);
    const cash = await readCash(context);
    const money = (amount: number) => ({ currency: 'SYP', decimals: 2, amount_minor: amount });
    expect(cash).toMatchObject({ orders: 3, sums: [money(277)] });
    expect(cash.ages.map(({ orders }) => orders)).toEqual([1, 1, 0, 1]);
    expect(cash.carriers).toEqual([{ name: 'Aramex', orders: 2, sums: [money(270)] }]);
    expect((await readOrderWork(context)).cash_to_collect).toBe(3);
    const source = { ...context, scopes: new Set<string>() };
    const { rows: all } = await listOrders(source, OrderListQuery.parse({ sort: 'oldest' }));
    const owed = all.filter((row) => owedMinor(row) > 0).map(({ id }) => id);
    const { rows: listed } = await listOrders(source, OrderListQuery.parse(standardViews.cash_to_collect));
    expect(listed.map(({ id }) => id)).toEqual(owed);
    expect(all.filter((row) => workOfOrder(row) === 'cash_to_collect').map(({ id }) => id)).toEqual(owed);
    const { cash_to_collect: oldest } = await readOldestWork(context);
    expect(oldest.oldestAt).toBe(listed[0]?.created_at);
  });

  it('does not count an order as one without a carrier while the app has not read its shipments', async () => {
    const cash = await readCash(
      await installWith([
        { ...delivered, at: daysAgo(0), minor: 100, carrier: null },
        { ...delivered, at: daysAgo(0), minor: 20 },
        { ...delivered, at: daysAgo(1), minor: 3 },
      ]),
    );
    const money = (amount: number) => ({ currency: 'SYP', decimals: 2, amount_minor: amount });
    expect(cash.carriers).toEqual([{ name: null, orders: 1, sums: [money(100)] }]);
    expect(cash.unreadCarriers).toEqual({ orders: 2, sums: [money(23)] });
  });

  it('does not count what the cash notebook has, until the store marks the order as paid', async () => {
    const context = await installWith([
      { ...delivered, at: daysAgo(0), minor: 100 },
      { ...delivered, at: daysAgo(0), minor: 50 },
    ]);
    const { installId } = context;
    const { rows } = await filled.superuser.query<{ id: string }>(
      'SELECT id FROM orders WHERE install_id = $1 AND total_minor = 100',
      [installId],
    );
    const line = { kind: 'remitted', amountMinor: 70, currency: 'SYP', orderId: rows[0]?.id };
    const posting = { postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines: [line] };
    expect(await postCash({ ...context, actor: null }, Posting.parse(posting))).toMatchObject({
      code: 'posted',
    });
    expect((await readCash(context)).sums).toEqual([{ currency: 'SYP', decimals: 2, amount_minor: 80 }]);
    // The notebook is not subtracted for a role that may not see it.
    for (const role of ['packer', 'viewer'] as const) {
      const { sums, ages, carriers, unreadCarriers } = await readCash({ ...context, role });
      const all = [{ currency: 'SYP', decimals: 2, amount_minor: 150 }];
      expect([sums, ages[0]?.sums, unreadCarriers?.sums]).toEqual([all, all, all]);
      expect(carriers).toEqual([]);
    }
    await undoPosting({ ...context, actor: null }, posting.postingId);
    expect((await readCash(context)).sums).toEqual([{ currency: 'SYP', decimals: 2, amount_minor: 150 }]);
  });

  it('links each age to the list of exactly its orders', async () => {
    const context = await installWith(
      [1, 5, 10, 20, 21].map((days) => ({ ...delivered, at: daysAgo(days) })),
    );
    const { ages } = await readCash(context);
    const source = { ...context, role: 'owner' as const, scopes: new Set<string>() };
    for (const { path, orders } of ages) {
      const query = parametersOf(new URL(path, 'http://app').searchParams);
      expect((await listOrders(source, OrderListQuery.parse(query))).rows).toHaveLength(orders);
    }
    expect(ages.map(({ orders }) => orders)).toEqual([1, 1, 1, 2]);
  });
});

describe('quotes on the home screen', () => {
  it('counts quotes that wait, that were opened, that need the staff, and that were accepted this week', async () => {
    const context = await installWith([]);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const quotes: [string, Date, Date | null, Date | null][] = [
      ['draft', inDays(5), null, null],
      ['sent', inDays(5), null, null],
      ['sent', inDays(-1), null, null],
      ['opened', inDays(5), inDays(-2), null],
      ['needs_attention', inDays(5), null, inDays(-1)],
      ['converted', inDays(5), null, inDays(-6)],
      ['converted', inDays(5), null, inDays(-8)],
    ];
    for (const [index, [state, expires, asked, answered]] of quotes.entries())
      await filled.superuser.query(
        `INSERT INTO quotes (install_id, id, number, version, state, expires_at, change_requested_at, answered_at,
           operation_id, order_id, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
        [
          context.installId,
          randomUUID(),
          state === 'draft' ? null : index,
          state === 'draft' ? 0 : 1,
          state,
          expires,
          asked,
          answered,
          answered && randomUUID(),
          state === 'converted' ? randomUUID() : null,
        ],
      );
    expect(await readQuoteWork(context)).toMatchObject({
      hasSent: true,
      open: { count: 2, opened: 1, path: '/quotes?state=open' },
      attention: {
        count: 2,
        changes: 1,
        oldestAt: quotes[3]?.[2]?.toISOString(),
        path: '/quotes?state=needs_attention',
      },
      acceptedThisWeek: 2,
    });
  });
});

describe('the first steps', () => {
  it('are done when the data shows it: a quote was sent, a message, an order, a shipment, a role, names', async () => {
    const context = { ...(await installWith([])), scopes: new Set(['clients:read']) };
    const { installId } = context;
    const read = () => readFirstSteps(context, { hasSentQuote: false });
    const none = { quote: false, names: false, message: false, order: false, shipment: false, staff: false };
    expect(await read()).toEqual({ steps: none, areStepsHidden: false });
    const insert = (sql: string, values: unknown[]) => filled.superuser.query(sql, [installId, ...values]);
    const setting = 'INSERT INTO settings (install_id, name, value, updated_at) VALUES ($1, $2, $3, now())';
    await insert(setting, ['quoteMessage', { ar: 'x', en: 'x' }]);
    await insert(setting, ['areStepsHidden', 'true']);
    await insert(setting, ['keepsCustomers', 'false']);
    await insert(
      'INSERT INTO created_orders (install_id, order_id, operation_id, payment_method) VALUES ($1, $2, $3, $4)',
      ['ord_1', randomUUID(), 'cod'],
    );
    const operation = `INSERT INTO operations (install_id, id, kind, state, idempotency_key, ended_at)
      VALUES ($1, $2, $3, $4, $5, now())`;
    await insert(operation, [randomUUID(), 'create_fulfillment', 'refused', randomUUID()]);
    await insert(operation, [randomUUID(), 'patch_order', 'succeeded', randomUUID()]);
    expect((await read()).steps).toEqual({ ...none, message: true, order: true });
    await insert('UPDATE settings SET value = $3 WHERE install_id = $1 AND name = $2', [
      'keepsCustomers',
      'true',
    ]);
    await insert(operation, [randomUUID(), 'fulfill_rest', 'succeeded', randomUUID()]);
    await insert(
      'INSERT INTO staff_roles (install_id, actor_sub, role, actor_name) VALUES ($1, $2, $3, $4)',
      ['sub', 'packer', 'Omar'],
    );
    expect(await readFirstSteps(context, { hasSentQuote: true })).toEqual({
      steps: { quote: true, names: true, message: true, order: true, shipment: true, staff: true },
      areStepsHidden: true,
    });
    const withoutScope = await readFirstSteps({ ...context, scopes: new Set() }, { hasSentQuote: true });
    expect(withoutScope.steps).toEqual({
      quote: true,
      message: true,
      order: true,
      shipment: true,
      staff: true,
    });
  });
});

describe('the chart of a week on the home screen', () => {
  it('has the total of the week before in each currency, without canceled orders, and only if there were sales', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const context = await installWith([
      { at: daysAgo(0), minor: 100 },
      { at: daysAgo(8), minor: 20 },
      { at: daysAgo(12), minor: 3 },
      { at: daysAgo(9), minor: 7_000, status: 'cancelled' },
      // These orders are too old.
      { at: daysAgo(16), minor: 90_000 },
      { at: daysAgo(0), minor: 5, currency: 'USD' },
      { at: daysAgo(10), minor: 8, decimals: 0 },
      { at: daysAgo(0), minor: 4, decimals: 3 },
      { at: daysAgo(11), minor: 6, decimals: 3, status: 'cancelled' },
    ]);
    const { sales } = await readOrderCharts(context, 7);
    expect(sales.map(({ currency, decimals, weekBefore }) => [currency, decimals, weekBefore])).toEqual([
      ['SYP', 2, { amount_minor: 23, currency: 'SYP', decimals: 2 }],
      ['SYP', 3, undefined],
      ['USD', 2, undefined],
    ]);
    const month = await readOrderCharts(context, 30);
    expect(month.sales.every((one) => !('weekBefore' in one))).toBe(true);
  });
});
