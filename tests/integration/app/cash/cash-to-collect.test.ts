import { paymentStatusOf } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { orderStatuses } from 'commerce-platform-client/contract/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readCash } from '@/lib/orders/charts/read-cash.server';
import { readOldestWork, readOrderWork } from '@/lib/orders/charts/read-order-work.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { matchesPayment, restUnpaid } from '@/lib/orders/list/payment-filter';
import { owedMinor } from '@/lib/orders/order/payment-facts';
import type { OrderRow } from '@/lib/orders/order-view';
import { standardViews } from '@/lib/orders/views/standard-views';
import { workOfOrder } from '@/lib/orders/views/work-of-order';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';

const ledgers = [
  { minor: 200, paid: 0, refunded: 0 },
  { minor: 200, paid: 50, refunded: 0 },
  { minor: 200, paid: 50, refunded: 20 },
  { minor: 200, paid: 199, refunded: 1 },
  { minor: 200, paid: 50, refunded: 50 },
  { minor: 200, paid: 200, refunded: 0 },
  { minor: 200, paid: 200, refunded: 20 },
  { minor: 200, paid: 250, refunded: 60 },
  { minor: 0, paid: 50, refunded: 20 },
  { minor: 0, paid: 0, refunded: 0 },
];
const cases = [...orderStatuses, 'sent_by_drone'].flatMap((status) =>
  ledgers.map((ledger) => ({ status, ...ledger })),
);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
let all: OrderRow[];

/** Reads all pages of a list. */
async function listAll(query: object): Promise<OrderRow[]> {
  const found: OrderRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOrders(context, OrderListQuery.parse({ ...query, cursor }));
    found.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

const idsOf = (rows: readonly OrderRow[]) => rows.map(({ id }) => id);

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  context = await installContext(installId);
  for (const [n, { status, minor, paid, refunded }] of cases.entries()) {
    const payment = paymentStatusOf({ totalMinor: minor, paidMinor: paid, refundedMinor: refunded });
    const placedAt = new Date(Date.now() - n * 3_600_000);
    await mirrorCashOrder(installId, { status, payment, minor, paid, refunded, placedAt });
  }
  all = await listAll({ sort: 'oldest' });
});
afterAll(() => world.stop());

it('cash to collect has exactly the orders for which the cash notebook is owed cash, each once', async () => {
  const owed = await context.db.transaction((tx) =>
    tx.cashOrder.findMany({ where: { owedMinor: { not: 0 } } }),
  );
  const ids = new Set(owed.map(({ orderId }) => orderId));
  const expected = idsOf(all.filter(({ id }) => ids.has(id)));
  // In each of three statuses: not paid, paid in part, and two orders with a partial refund and a rest.
  expect(expected).toHaveLength(12);
  expect(all).toHaveLength(cases.length);
  expect(idsOf(await listAll(standardViews.cash_to_collect))).toEqual(expected);
  expect(idsOf(all.filter((row) => workOfOrder(row) === 'cash_to_collect'))).toEqual(expected);
  expect(await readOrderWork(context)).toMatchObject({ cash_to_collect: 12 });
  const { cash_to_collect: oldest } = await readOldestWork(context);
  expect(oldest.oldestAt).toBe(all.find(({ id }) => id === expected[0])?.created_at);
  const sum = owed.reduce((minor, order) => minor + Number(order.owedMinor), 0);
  expect(await readCash(context)).toMatchObject({ orders: 12, sums: [{ amount_minor: sum }] });
});

it('the payment filter finds the orders with a partial refund that still owe a rest, in SQL as on the screens', async () => {
  const rest = idsOf(all.filter((row) => row.payment_status === 'partially_refunded' && owedMinor(row) > 0));
  expect(rest.length).toBeGreaterThan(12);
  expect(idsOf(await listAll({ payment: restUnpaid, sort: 'oldest' }))).toEqual(rest);
  expect(idsOf(all.filter((row) => matchesPayment([restUnpaid], row)))).toEqual(rest);
  const refunded = ['partially_refunded', restUnpaid];
  expect(idsOf(await listAll({ payment: refunded, sort: 'oldest' }))).toEqual(
    idsOf(all.filter((row) => row.payment_status === 'partially_refunded')),
  );
});
