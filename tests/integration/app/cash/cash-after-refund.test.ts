import { randomUUID } from 'node:crypto';
import { paymentStatusOf } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { Order, orderStatuses } from 'commerce-platform-client/contract/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Posting } from '@/lib/cash/cash-commands';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { readOrderCash } from '@/lib/cash/read-order-cash.server';
import { readSheet } from '@/lib/cash/sheet/read-sheet.server';
import { readDue } from '@/lib/deliveries/delivery-rows.server';
import { readRemaining } from '@/lib/deliveries/read-remaining.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { isFullyPaid, owedMinor, paymentFacts } from '@/lib/orders/order/payment-facts';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  installId = await world.install();
  context = await installContext(installId);
});

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const rowOf = (orderId: string) =>
  context.db.transaction((tx) =>
    tx.cashOrder.findUnique({ where: { installId_orderId: { installId, orderId } } }),
  );
const dueOf = async (orderId: string) =>
  (await context.db.transaction((tx) => readDue(tx, installId, [orderId]))).get(orderId)?.dueMinor;
const remit = (
  orderId: string,
  amountMinor: number,
  { postingId = randomUUID(), decimals }: { postingId?: string; decimals?: number } = {},
) =>
  postCash(
    context,
    Posting.parse({
      postingId,
      source: 'by_hand',
      sheetHash: null,
      lines: [{ kind: 'remitted', currency: 'SYP', decimals, orderId, amountMinor }],
    }),
  );
/** Returns the rows in the preview of a remittance sheet that has one line. */
async function sheetRowsOf(tracking: string, amountMinor: number) {
  const text = `tracking number,amount\n${tracking},${amountMinor}\n`;
  const preview = await readSheet(context, { text, columns: null, mark: null, carrierId: null, day: null });
  return preview.code === 'preview' ? preview.rows.filter((row) => row.orderId !== null) : preview;
}

/** The amounts of an order, and its payment status if it does not follow from the amounts (A5). */
type Ledger = { minor: number; paid: number; refunded: number; payment?: string };

const ledgers: Ledger[] = [
  { minor: 200, paid: 0, refunded: 0 },
  { minor: 200, paid: 50, refunded: 0 },
  { minor: 200, paid: 50, refunded: 20 },
  { minor: 200, paid: 50, refunded: 50 },
  { minor: 200, paid: 200, refunded: 0 },
  { minor: 200, paid: 200, refunded: 20 },
  { minor: 200, paid: 200, refunded: 200 },
  { minor: 200, paid: 250, refunded: 60 },
  { minor: 0, paid: 0, refunded: 0 },
  // The platform may report `paid` without a paid amount.
  { minor: 200, paid: 0, refunded: 0, payment: 'paid' },
];

it('the cash notebook and the screens compute the same owed amount for each order status and each ledger', async () => {
  const cases = orderStatuses.flatMap((status) => ledgers.map((ledger) => ({ status, ...ledger })));
  const ids: string[] = [];
  for (const { minor, paid, refunded, ...rest } of cases) {
    const payment = paymentStatusOf({ totalMinor: minor, paidMinor: paid, refundedMinor: refunded });
    ids.push(await mirrorCashOrder(installId, { payment, ...rest, minor, paid, refunded }));
  }
  const rows = await context.db.transaction(
    (tx) => tx.$queryRaw<{ header: unknown; stage: string; due: bigint; isPaid: boolean }[]>`
      SELECT o.header, f.stage, f.due_minor AS due, f.is_paid AS "isPaid"
      FROM unnest(${ids}::text[]) WITH ORDINALITY AS wanted (id, position)
      JOIN orders o ON o.install_id = ${installId} AND o.id = wanted.id
      JOIN cash_facts(${installId}, ${ids}) AS f ON f.order_id = o.id
      ORDER BY wanted.position`,
  );
  const places: Record<string, string> = {
    delivered: 'remittance',
    with_carrier: 'collect',
    to_hand_over: 'collect',
  };
  const ofNotebook = rows.map(({ stage, due, isPaid }) => ({
    isPaid,
    owed: stage === 'none' ? 0 : Number(due),
    cash: places[stage] ?? null,
  }));
  const ofScreens = rows.map(({ header }) => {
    const order = Order.parse(header);
    const { kind, due } = paymentFacts({
      order: { ...order, fulfillments: [], shipping_address: {} },
      paymentMethod: 'cod',
    });
    expect(due.amount_minor).toBe(owedMinor(order));
    return {
      isPaid: isFullyPaid(order),
      owed: owedMinor(order),
      cash: Object.values(places).includes(kind) ? kind : null,
    };
  });
  const named = <Result>(results: Result[]) => results.map((result, n) => ({ ...cases[n], ...result }));
  expect(rows).toHaveLength(cases.length);
  expect(named(ofNotebook)).toEqual(named(ofScreens));
});

describe('a partial refund of an order that was not paid in full', () => {
  const deposit = { minor: 200, paid: 50, payment: 'partially_paid' };
  const refunded = { ...deposit, refunded: 20, payment: 'partially_refunded' };

  it('does not hide the rest of the cash, from the refund to the remittance', async () => {
    const id = await mirrorCashOrder(installId, { ...deposit, status: 'approved', carrier: null });
    expect(await dueOf(id)).toBe(150n);
    await mirrorCashOrder(installId, { id, ...refunded, status: 'approved', carrier: null, at: later(1) });
    expect(await rowOf(id)).toMatchObject({ state: 'to_hand_over', dueMinor: 150n, isPaid: false });
    expect(await dueOf(id)).toBe(150n);
    await mirrorCashOrder(installId, { id, ...refunded, status: 'shipped', at: later(2) });
    expect(await rowOf(id)).toMatchObject({ state: 'with_carrier', dueMinor: 150n });
    await mirrorCashOrder(installId, { id, ...refunded, status: 'delivered', at: later(3) });
    expect(await readBalances(context)).toMatchObject([{ orders: 1, sum: { amount_minor: 150 } }]);
    // A refund after the delivery also changes the order status (A4).
    await mirrorCashOrder(installId, {
      id,
      ...refunded,
      refunded: 30,
      status: 'partially_refunded',
      at: later(4),
    });
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', owedMinor: 150n });
    await remit(id, 150);
    expect(await rowOf(id)).toMatchObject({ state: 'remitted', openMinor: 0n });
    expect(await readBalances(context)).toEqual([]);
  });

  it('is expected again after the next read if an earlier release deleted its row', async () => {
    const id = await mirrorCashOrder(installId, { ...refunded });
    await context.db.transaction((tx) => tx.$executeRaw`DELETE FROM cash_orders WHERE order_id = ${id}`);
    await context.db.transaction((tx) => tx.$executeRaw`UPDATE orders SET tags = '{}' WHERE id = ${id}`);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', dueMinor: 150n });
  });

  it('is expected again after the next read if an earlier release kept the row of an assigned carrier', async () => {
    const id = await mirrorCashOrder(installId, { ...refunded });
    await context.db.transaction(
      (tx) =>
        tx.$executeRaw`UPDATE cash_orders SET stage = 'none', is_assigned = true WHERE order_id = ${id}`,
    );
    await context.db.transaction((tx) => tx.$executeRaw`UPDATE orders SET tags = '{}' WHERE id = ${id}`);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', owedMinor: 150n });
  });

  it('owes nothing if all that was paid was refunded', async () => {
    const id = await mirrorCashOrder(installId, { ...deposit });
    await mirrorCashOrder(installId, {
      id,
      ...deposit,
      refunded: 50,
      payment: 'refunded',
      status: 'refunded',
      at: later(1),
    });
    expect(await rowOf(id)).toBeNull();
  });
});

describe('an order whose currency gets other decimals', () => {
  const before = { minor: 15_000, decimals: 2 };
  const after = { minor: 150, decimals: 0 };

  it('owes the new amount with the new decimals', async () => {
    const id = await mirrorCashOrder(installId, before);
    await mirrorCashOrder(installId, { id, ...after, at: later(1) });
    expect(await rowOf(id)).toMatchObject({ dueMinor: 150n, owedMinor: 150n, currency: 'SYP', decimals: 0 });
  });

  it('keeps the old amount with the old decimals after its first posting', async () => {
    const id = await mirrorCashOrder(installId, before);
    await remit(id, 5_000);
    await mirrorCashOrder(installId, { id, ...after, at: later(1) });
    expect(await rowOf(id)).toMatchObject({ dueMinor: 15_000n, openMinor: 10_000n, decimals: 2 });
    const total = { amount_minor: 150, currency: 'SYP', decimals: 0 };
    const remaining = await context.db.transaction((tx) => readRemaining(tx, installId, [{ id, total }]));
    expect(remaining).toEqual([{ amount_minor: 10_000, currency: 'SYP', decimals: 2 }]);
  });

  it('refuses an amount with the old decimals, and posts one with the new decimals', async () => {
    const id = await mirrorCashOrder(installId, before);
    await mirrorCashOrder(installId, { id, ...after, at: later(1) });
    const refused = { code: 'lines_refused', problems: [{ line: 0, code: 'currency' }] };
    expect(await remit(id, 15_000, { decimals: 2 })).toMatchObject(refused);
    expect(await rowOf(id)).toMatchObject({ openMinor: 150n, entries: 0 });
    expect(await remit(id, 150, { decimals: 0 })).toMatchObject({ code: 'posted' });
  });
});

describe('a refund of an order that was paid in full', () => {
  const paid = { minor: 1_000, paid: 1_000, payment: 'paid' };
  const refunds = [
    { ...paid, refunded: 100, payment: 'partially_refunded', status: 'partially_refunded' },
    { ...paid, refunded: 1_000, payment: 'refunded', status: 'refunded' },
  ];

  it.each(refunds)('after the remittance: store and notebook still agree ($payment)', async (refund) => {
    const id = await mirrorCashOrder(installId, { minor: 1_000 });
    await remit(id, 1_000);
    await mirrorCashOrder(installId, { id, ...paid, at: later(1) });
    await mirrorCashOrder(installId, { id, ...refund, at: later(2) });
    expect(await rowOf(id)).toMatchObject({ state: 'remitted', dueMinor: 1_000n, isPaid: true });
    expect((await readOrderCash(context, id))?.agreement).toBe('agrees');
  });

  it.each(refunds)('before the remittance: the sheet of the carrier is exact ($payment)', async (refund) => {
    const tracking = `QD-${randomUUID().slice(0, 8)}`;
    const deposit = { minor: 1_000, paid: 400, payment: 'partially_paid', tracking };
    const id = await mirrorCashOrder(installId, deposit);
    await mirrorCashOrder(installId, { id, ...paid, tracking, at: later(1) });
    await mirrorCashOrder(installId, { id, ...refund, tracking, at: later(2) });
    expect(await rowOf(id)).toMatchObject({ state: 'paid', dueMinor: 600n, owedMinor: 0n, isPaid: true });
    expect(await dueOf(id)).toBeUndefined();
    expect(await sheetRowsOf(tracking, 600)).toMatchObject([{ class: 'exact', due: { amount_minor: 600 } }]);
    await remit(id, 600);
    expect(await rowOf(id)).toMatchObject({ state: 'remitted', openMinor: 0n, owedMinor: 0n });
    expect(await readBalances(context)).toEqual([]);
  });

  it.each(refunds)(
    'compares a sheet with the total if the notebook has no row ($payment)',
    async (refund) => {
      const tracking = `QD-${randomUUID().slice(0, 8)}`;
      const id = await mirrorCashOrder(installId, { ...refund, tracking });
      expect(await rowOf(id)).toBeNull();
      expect(await sheetRowsOf(tracking, 1_000)).toMatchObject([{ class: 'not_expected' }]);
      await remit(id, 1_000);
      expect(await rowOf(id)).toMatchObject({ dueMinor: 1_000n, openMinor: 0n, owedMinor: 0n });
    },
  );

  it.each(refunds)('does not change since when the carrier has the cash ($payment)', async (refund) => {
    const placedAt = later(-86_400);
    const id = await mirrorCashOrder(installId, { minor: 1_000, placedAt });
    await mirrorCashOrder(installId, { id, ...paid, placedAt, at: later(1) });
    const before = await rowOf(id);
    await mirrorCashOrder(installId, { id, ...refund, placedAt, at: later(2) });
    expect((await rowOf(id))?.since).toEqual(before?.since);
  });

  it('keeps the amount that an earlier release expected, if a posting is undone after the correction', async () => {
    const id = await mirrorCashOrder(installId, { minor: 1_000 });
    await remit(id, 700);
    const second = randomUUID();
    await remit(id, 200, { postingId: second });
    await mirrorCashOrder(installId, { id, ...paid, at: later(1) });
    const [refund = {}] = refunds;
    await mirrorCashOrder(installId, { id, ...refund, at: later(2) });
    await context.db.transaction(
      (tx) => tx.$executeRaw`UPDATE cash_orders SET is_paid = false, stage = 'none' WHERE order_id = ${id}`,
    );
    await mirrorCashOrder(installId, { id, ...refund, at: later(2) });
    expect(await rowOf(id)).toMatchObject({ isPaid: true, dueMinor: 1_000n });
    await undoPosting(context, second);
    expect(await rowOf(id)).toMatchObject({ dueMinor: 1_000n, openMinor: 300n });
  });

  it('corrects a row that an earlier release marked as not paid, at the next read of the unchanged order', async () => {
    const [refund = {}] = refunds;
    const id = await mirrorCashOrder(installId, { minor: 1_000 });
    await remit(id, 1_000);
    await mirrorCashOrder(installId, { id, ...refund, at: later(1) });
    await context.db.transaction(
      (tx) => tx.$executeRaw`UPDATE cash_orders SET is_paid = false WHERE order_id = ${id}`,
    );
    await mirrorCashOrder(installId, { id, ...refund, at: later(1) });
    expect(await rowOf(id)).toMatchObject({ isPaid: true, dueMinor: 1_000n });
  });
});
