import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignCarrier } from '@/lib/cash/assign-carrier.server';
import { type EntryKind, Posting } from '@/lib/cash/cash-commands';
import { CashListQuery, listCashOrders } from '@/lib/cash/list-cash-orders.server';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { readCashBook } from '@/lib/cash/read-cash-book.server';
import { readOrderCash } from '@/lib/cash/read-order-cash.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { eventually } from '@/tests/support/stack/eventually';

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

type Line = { orderId: string; amountMinor: number; kind?: EntryKind };
const posting = (...lines: Line[]) =>
  Posting.parse({
    postingId: randomUUID(),
    source: 'by_hand',
    sheetHash: null,
    lines: lines.map((line) => ({ kind: 'remitted', currency: 'SYP', ...line })),
  });
const rowOf = (orderId: string) =>
  context.db.transaction((tx) =>
    tx.cashOrder.findUnique({ where: { installId_orderId: { installId, orderId } } }),
  );
/** Returns the ids of the orders that are paid in the store and have no recorded cash, or that the query finds. */
const listed = async (query: object = {}) =>
  (await listCashOrders(context, CashListQuery.parse({ state: 'paid', ...query }))).orders.map(
    ({ orderId }) => orderId,
  );
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const newCarrier = async (name: string, isArchived = false) => {
  const carrierId = randomUUID();
  const rest = { phone: '', trackingUrl: '', feeMinor: 0, isArchived };
  await saveCarrier(context, { installId, carrierId, name, ...rest });
  return carrierId;
};

describe('an order that the store marks as paid before the remittance is posted', () => {
  const placedAt = later(-86_400);
  const prepaid = { minor: 1_000, paid: 400, payment: 'partially_paid', placedAt };

  it('keeps its deposit and its assigned carrier: the carrier owes nothing after it hands over the rest', async () => {
    const id = await mirrorCashOrder(installId, prepaid);
    const orderId = OrderId.parse(id);
    const carrierId = await newCarrier('Omar');
    await assignCarrier(context, { installId, orderId, carrierId });
    const paid = { id, payment: 'paid', minor: 1_000, paid: 1_000, placedAt };
    await mirrorCashOrder(installId, { ...paid, at: later(1) });
    expect(await readOrderCash(context, id)).toMatchObject({
      item: { state: 'paid', carrierName: 'Omar', open: { amount_minor: 600 } },
      entries: [],
      agreement: 'no_cash',
    });
    expect((await listCashOrders(context, CashListQuery.parse({}))).orders).toEqual([]);
    expect(await readBalances(context)).toEqual([]);

    const entry = posting({ orderId, amountMinor: 600 });
    expect(await postCash(context, entry)).toMatchObject({ code: 'posted' });
    expect(await rowOf(id)).toMatchObject({ dueMinor: 600n, openMinor: 0n, state: 'remitted', carrierId });
    expect((await readOrderCash(context, id))?.agreement).toBe('agrees');
    await undoPosting(context, entry.postingId);
    expect(await rowOf(id)).toMatchObject({ dueMinor: 600n, owedMinor: 0n, state: 'paid', carrierId });
    expect((await readOrderCash(context, id))?.agreement).toBe('no_cash');
  });

  it('is shown without cash only if it was shipped when the store marked it as paid', async () => {
    const agreementOf = async (id: string) => (await readOrderCash(context, id))?.agreement;
    const paid = { payment: 'paid', paid: 1_000, placedAt };
    const [early, late, known, unknown, refunded, always] = [
      await mirrorCashOrder(installId, { status: 'placed', carrier: null, placedAt }),
      await mirrorCashOrder(installId, { status: 'shipped', placedAt }),
      await mirrorCashOrder(installId, { carrier: null, placedAt }),
      await mirrorCashOrder(installId, { carrier: null, placedAt }),
      await mirrorCashOrder(installId, { placedAt }),
      await mirrorCashOrder(installId, { ...paid, status: 'placed' }),
    ];
    const cod = { installId, operationId: randomUUID(), orderId: known, paymentMethod: 'cod' };
    await context.db.transaction((tx) => tx.createdOrder.create({ data: cod }));
    await mirrorCashOrder(installId, { ...paid, id: early, status: 'placed', carrier: null, at: later(1) });
    for (const id of [early, late]) {
      await mirrorCashOrder(installId, { ...paid, id, status: 'shipped', at: later(2) });
      await mirrorCashOrder(installId, { ...paid, id, at: later(3) });
    }
    for (const id of [known, unknown])
      await mirrorCashOrder(installId, { ...paid, id, carrier: null, at: later(1) });
    await mirrorCashOrder(installId, { ...paid, id: refunded, at: later(1) });
    expect(await agreementOf(refunded)).toBe('no_cash');
    await mirrorCashOrder(installId, { ...paid, id: refunded, payment: 'refunded', at: later(2) });
    await mirrorCashOrder(installId, { ...paid, id: always, at: later(1) });
    expect((await rowOf(early))?.state).toBe('paid');
    expect(await Promise.all([late, known].map(agreementOf))).toEqual(['no_cash', 'no_cash']);
    for (const id of [early, unknown, refunded, always]) expect(await readOrderCash(context, id)).toBeNull();
  });

  it('does not agree if the carrier handed over more than was due, or more than the new total', async () => {
    for (const [amountMinor, minor, agreement] of [
      [1_000, 1_000, 'agrees'],
      [1_500, 1_000, 'too_much'],
      [1_000, 800, 'too_much'],
    ] as const) {
      const id = await mirrorCashOrder(installId, { minor: 1_000 });
      await postCash(context, posting({ orderId: id, amountMinor }));
      await mirrorCashOrder(installId, { id, payment: 'paid', minor, paid: minor, at: later(1) });
      expect(await readOrderCash(context, id), `${amountMinor} of ${minor}`).toMatchObject({ agreement });
    }
  });

  it('is listed with its carrier until its cash is recorded, and again after an undo', async () => {
    const paid = { payment: 'paid', paid: 1_000, placedAt };
    const id = await mirrorCashOrder(installId, { status: 'shipped', placedAt });
    expect(await listed()).toEqual([]);
    await mirrorCashOrder(installId, { ...paid, id, at: later(1) });
    expect(await listed()).toEqual([id]);
    const usd = await mirrorCashOrder(installId, { currency: 'USD', decimals: 2, placedAt });
    await mirrorCashOrder(installId, { ...paid, id: usd, currency: 'USD', decimals: 2, at: later(1) });
    const { carriers, unrecorded, balances } = await readCashBook(context);
    const carrierId = carriers.find(({ name }) => name === 'Aramex')?.id;
    const ofAramex = { carrierId, carrierName: 'Aramex', orders: 1 };
    expect(unrecorded).toEqual([
      { ...ofAramex, sum: { amount_minor: 1_000, currency: 'SYP', decimals: 0 } },
      { ...ofAramex, sum: { amount_minor: 1_000, currency: 'USD', decimals: 2 } },
    ]);
    expect(balances).toEqual([]);
    expect(await listed({ carrier: carrierId, currency: 'USD' })).toEqual([usd]);
    expect(await listed({ q: (await readOrderCash(context, id))?.item.number })).toEqual([id]);

    const entry = posting({ orderId: id, amountMinor: 1_000 });
    await postCash(context, entry);
    expect(await listed()).toEqual([usd]);
    await undoPosting(context, entry.postingId);
    expect((await listed()).toSorted()).toEqual([id, usd].toSorted());
    await postCash(context, posting({ orderId: id, amountMinor: 1_000, kind: 'written_off' }));
    await mirrorCashOrder(installId, { ...paid, id, at: later(2) });
    expect(await listed()).toEqual([usd]);
  });

  it('is not listed if it may have been paid online, was refunded, returned or cancelled', async () => {
    const paid = { payment: 'paid', paid: 1_000, placedAt };
    const [early, missed, refunded, returned, unpaidAgain, nobody, cod] = [
      await mirrorCashOrder(installId, { status: 'placed', carrier: null, placedAt }),
      // The mirror reads the orders `missed` and `cod` as placed and unpaid, and then as delivered and paid.
      await mirrorCashOrder(installId, { status: 'placed', carrier: null, placedAt }),
      await mirrorCashOrder(installId, { placedAt }),
      await mirrorCashOrder(installId, { placedAt }),
      await mirrorCashOrder(installId, { placedAt }),
      await mirrorCashOrder(installId, { carrier: null, placedAt }),
      await mirrorCashOrder(installId, { status: 'placed', carrier: null, placedAt }),
    ];
    const agreed = { installId, operationId: randomUUID(), orderId: cod, paymentMethod: 'cod' };
    await context.db.transaction((tx) => tx.createdOrder.create({ data: agreed }));
    await mirrorCashOrder(installId, { ...paid, id: early, status: 'placed', carrier: null, at: later(1) });
    for (const id of [early, missed, refunded, returned, unpaidAgain, cod])
      await mirrorCashOrder(installId, { ...paid, id, at: later(2) });
    await mirrorCashOrder(installId, { ...paid, id: nobody, carrier: null, at: later(2) });
    expect((await listed()).toSorted()).toEqual([refunded, returned, unpaidAgain, cod].toSorted());
    expect(await readOrderCash(context, missed)).toBeNull();
    await mirrorCashOrder(installId, { ...paid, id: refunded, payment: 'refunded', at: later(3) });
    await mirrorCashOrder(installId, { ...paid, id: returned, status: 'returned', at: later(3) });
    await mirrorCashOrder(installId, { id: unpaidAgain, placedAt, at: later(3) });
    expect(await listed()).toEqual([cod]);
    // The store names the carrier of an order after the payment.
    await mirrorCashOrder(installId, { ...paid, id: nobody, at: later(4) });
    expect((await listed()).toSorted()).toEqual([nobody, cod].toSorted());
    await mirrorCashOrder(installId, { ...paid, id: early, at: later(5) });
    expect((await listed()).toSorted()).toEqual([nobody, cod].toSorted());
  });

  it('is listed after an upgrade when its order is written again', async () => {
    const id = await mirrorCashOrder(installId, { placedAt });
    await mirrorCashOrder(installId, { id, payment: 'paid', paid: 1_000, placedAt, at: later(1) });
    const update = (change: (tx: Tx) => Promise<number>) => context.db.transaction(change);
    await update((tx) => tx.$executeRaw`UPDATE cash_orders SET is_unrecorded = NULL WHERE order_id = ${id}`);
    expect(await listed()).toEqual([]);
    await update((tx) => tx.$executeRaw`UPDATE orders SET tags = '{vip}' WHERE id = ${id}`);
    expect(await listed()).toEqual([id]);
  });

  it('expects the total before the payment again after all its postings were undone', async () => {
    const id = await mirrorCashOrder(installId, { minor: 1_000 });
    const entry = posting({ orderId: id, amountMinor: 400 });
    await postCash(context, entry);
    await mirrorCashOrder(installId, { id, minor: 1_200, at: later(1) });
    await mirrorCashOrder(installId, { id, minor: 1_200, payment: 'paid', paid: 1_200, at: later(2) });
    const due = () =>
      context.db.transaction(
        (tx) => tx.$queryRaw<{ minor: bigint }[]>`
          SELECT due_minor AS minor FROM cash_orders WHERE order_id = ${id}`,
      );
    expect(await due()).toEqual([{ minor: 1_000n }]);
    await undoPosting(context, entry.postingId);
    expect(await due()).toEqual([{ minor: 1_200n }]);
  });

  it('says so if a part of the cash was written off', async () => {
    const id = await mirrorCashOrder(installId, { minor: 1_000 });
    await postCash(context, posting({ orderId: id, amountMinor: 1_000, kind: 'written_off' }));
    expect((await readOrderCash(context, id))?.agreement).toBeNull();
    await mirrorCashOrder(installId, { id, payment: 'paid', minor: 1_000, paid: 1_000, at: later(1) });
    expect(await readOrderCash(context, id)).toMatchObject({
      item: { state: 'written_off' },
      agreement: 'written_off',
    });
  });

  it('is owed again with its new amount if the store takes the payment back', async () => {
    const id = await mirrorCashOrder(installId, prepaid);
    await mirrorCashOrder(installId, { id, payment: 'paid', minor: 1_000, paid: 1_000, at: later(1) });
    await mirrorCashOrder(installId, { id, ...prepaid, paid: 300, at: later(2) });
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', owedMinor: 700n });
    await mirrorCashOrder(installId, { id, payment: 'refunded', minor: 1_000, at: later(3) });
    expect(await rowOf(id)).toBeNull();
  });

  it('expects what the first posting says if the notebook never expected cash for it', async () => {
    const id = await mirrorCashOrder(installId, { payment: 'paid', minor: 1_000, paid: 1_000 });
    const first = posting({ orderId: id, amountMinor: 600 });
    await postCash(context, first);
    expect(await rowOf(id)).toMatchObject({ dueMinor: 600n, openMinor: 0n, state: 'remitted' });
    expect(await readBalances(context)).toEqual([]);
    await undoPosting(context, first.postingId);
    expect(await rowOf(id)).toBeNull();
    await postCash(context, posting({ orderId: id, amountMinor: 1_000 }));
    expect(await rowOf(id)).toMatchObject({ dueMinor: 1_000n, openMinor: 0n, state: 'remitted' });
  });

  it('is no debt after the first of two postings is undone, and no credit after it is posted again', async () => {
    const id = await mirrorCashOrder(installId, { payment: 'paid', minor: 1_000, paid: 1_000 });
    const first = posting({ orderId: id, amountMinor: 100 });
    await postCash(context, first);
    await postCash(context, posting({ orderId: id, amountMinor: 10, kind: 'fee' }));
    expect(await rowOf(id)).toMatchObject({ dueMinor: 100n, openMinor: -10n });
    await undoPosting(context, first.postingId);
    expect(await rowOf(id)).toMatchObject({ dueMinor: 10n, openMinor: 0n, owedMinor: 0n, state: 'remitted' });
    expect(await readBalances(context)).toEqual([]);
    await postCash(context, posting({ orderId: id, amountMinor: 90 }));
    expect(await rowOf(id)).toMatchObject({
      dueMinor: 100n,
      openMinor: 0n,
      owedMinor: 0n,
      state: 'remitted',
    });
    expect(await readBalances(context)).toEqual([]);
  });
});

it('a posting keeps its number of orders and its sums, and those of an earlier release are read from its entries', async () => {
  const [one, two, usd] = [
    await mirrorCashOrder(installId),
    await mirrorCashOrder(installId),
    await mirrorCashOrder(installId, { currency: 'USD', decimals: 2 }),
  ];
  const entry = posting(
    { orderId: one, amountMinor: 700 },
    { orderId: one, amountMinor: 100, kind: 'fee' },
    { orderId: two, amountMinor: 1_000 },
  );
  const [, , inDollars] = entry.lines;
  if (inDollars) entry.lines.push({ ...inDollars, orderId: usd as never, currency: 'USD' });
  expect(await postCash(context, entry)).toMatchObject({ code: 'posted' });
  const change = (set: (tx: Tx) => Promise<number>) => context.db.transaction(set);
  const shown = async () => {
    const [{ orders, sums } = { orders: 0, sums: [] }] = (await readCashBook(context)).postings;
    return { orders, sums };
  };
  const made = {
    orders: 3,
    sums: [
      { kind: 'fee', sum: { amount_minor: 100, currency: 'SYP', decimals: 0 } },
      { kind: 'remitted', sum: { amount_minor: 1_700, currency: 'SYP', decimals: 0 } },
      { kind: 'remitted', sum: { amount_minor: 1_000, currency: 'USD', decimals: 2 } },
    ],
  };
  expect(await shown()).toEqual(made);
  await undoPosting(context, entry.postingId);
  expect(await shown()).toEqual(made);
  // The test changes the stored number. If the list shows it, the entries were not read.
  await change(
    (tx) => tx.$executeRaw`UPDATE cash_postings SET order_count = 7 WHERE install_id = ${installId}`,
  );
  expect(await shown()).toEqual({ ...made, orders: 7 });
  await change(
    (tx) => tx.$executeRaw`
      UPDATE cash_postings SET order_count = NULL, sums = NULL WHERE install_id = ${installId}`,
  );
  expect(await shown()).toEqual(made);
});

it('an assigned carrier stays with an order that was cancelled and then placed again', async () => {
  const id = await mirrorCashOrder(installId, { status: 'shipped' });
  const carrierId = await newCarrier('Omar');
  await assignCarrier(context, { installId, orderId: OrderId.parse(id), carrierId });
  await mirrorCashOrder(installId, { id, status: 'cancelled', at: later(1) });
  expect(await readOrderCash(context, id)).toBeNull();
  await mirrorCashOrder(installId, { id, status: 'delivered', at: later(2) });
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', carrierId });
});

it('a posting that was undone is not answered as posted if it is sent again', async () => {
  const orderId = await mirrorCashOrder(installId);
  const entry = posting({ orderId, amountMinor: 1_000 });
  await postCash(context, entry);
  await undoPosting(context, entry.postingId);
  expect(await postCash(context, entry)).toEqual({ code: 'posting_undone', status: 409 });
  expect(await rowOf(orderId)).toMatchObject({ openMinor: 1_000n, entries: 0 });
});

it('an update of an order changes its row only if it concerns cash, and adds a missing row in any case', async () => {
  const id = await mirrorCashOrder(installId);
  const update = (change: (tx: Tx) => Promise<number>) => context.db.transaction(change);
  // The test writes a wrong amount into the row. If the row has the right amount later, the trigger has written the row
  // again.
  await update((tx) => tx.$executeRaw`UPDATE cash_orders SET due_minor = 1 WHERE order_id = ${id}`);
  await update((tx) => tx.$executeRaw`UPDATE orders SET tags = '{vip}', updated_at = now() WHERE id = ${id}`);
  expect((await rowOf(id))?.dueMinor).toBe(1n);
  await update((tx) => tx.$executeRaw`UPDATE orders SET total_minor = 1200 WHERE id = ${id}`);
  expect((await rowOf(id))?.dueMinor).toBe(1_200n);
  await update(
    (tx) => tx.$executeRaw`
      UPDATE orders SET detail = jsonb_set(detail, '{fulfillments,0,provider}', '"Rima"') WHERE id = ${id}`,
  );
  const { carriers } = await readCashBook(context);
  expect((await rowOf(id))?.carrierId).toBe(carriers.find(({ name }) => name === 'Rima')?.id);
  await update((tx) => tx.$executeRaw`DELETE FROM cash_orders WHERE order_id = ${id}`);
  await update((tx) => tx.$executeRaw`UPDATE orders SET tags = '{}' WHERE id = ${id}`);
  expect((await rowOf(id))?.dueMinor).toBe(1_200n);
});

it('an order that waits for its hand-over says so if a part of it was shipped', async () => {
  const [part, none, all] = [
    await mirrorCashOrder(installId, { status: 'processing' }),
    await mirrorCashOrder(installId, { status: 'processing', carrier: null }),
    await mirrorCashOrder(installId, { status: 'shipped' }),
  ];
  const listed = async (state: string) =>
    Object.fromEntries(
      (await listCashOrders(context, CashListQuery.parse({ state }))).orders.map((order) => [
        order.orderId,
        order.isPartShipped,
      ]),
    );
  expect(await listed('to_hand_over')).toEqual({ [part]: true, [none]: false });
  expect(await listed('with_carrier')).toEqual({ [all]: false });
});

it('an order is not counted as one without a carrier while the app has not read its shipments', async () => {
  const [unread, read, posted] = [
    await mirrorCashOrder(installId),
    await mirrorCashOrder(installId, { carrier: null }),
    await mirrorCashOrder(installId),
  ];
  // The list of orders has an order before its details are read. Then the order has no `detail` in the mirror.
  await context.db.transaction(
    (tx) => tx.$executeRaw`UPDATE orders SET detail = NULL WHERE id IN (${unread}, ${posted})`,
  );
  // After a posting, the row keeps its carrier. So the carrier of this order can only be chosen by hand.
  await postCash(context, posting({ orderId: posted, amountMinor: 1 }));
  const { orders } = await listCashOrders(context, CashListQuery.parse({ carrier: 'none' }));
  expect(
    Object.fromEntries(orders.map(({ orderId, isCarrierUnread }) => [orderId, isCarrierUnread])),
  ).toEqual({
    [unread]: true,
    [read]: false,
    [posted]: false,
  });
  expect((await readCashBook(context)).unreadCarriers).toBe(1);
  await mirrorCashOrder(installId, { id: unread, at: later(1) });
  expect((await readCashBook(context)).unreadCarriers).toBe(0);
});

describe('a posting while another transaction writes its orders', () => {
  /**
   * Runs `first` in a transaction that stays open until a posting (a transaction that adds cash entries) waits for a
   * lock. Then runs `second` in the open transaction and commits.
   */
  async function postDuring(
    entry: Posting,
    first: (tx: Tx) => Promise<unknown>,
    second: (tx: Tx) => Promise<unknown> = async () => undefined,
  ) {
    let posted: ReturnType<typeof postCash> | undefined;
    await context.db.transaction(async (tx) => {
      await first(tx);
      posted = postCash(context, entry);
      posted.catch(() => undefined);
      await eventually('the posting waits for a lock', async () => {
        const { rowCount } = await world.sql.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      await second(tx);
    });
    return posted;
  }
  const setTotal = (id: string, minor: number) => (tx: Tx) =>
    tx.$executeRaw`UPDATE orders SET total_minor = ${minor}::bigint WHERE install_id = ${installId} AND id = ${id}`;
  const forget = (id: string) =>
    context.db.transaction((tx) => tx.$executeRaw`DELETE FROM cash_orders WHERE order_id = ${id}`);

  it.each(['is not', 'is'])('sees the new amount of an order that %s in the notebook', async (place) => {
    const orderId = await mirrorCashOrder(installId);
    if (place === 'is not') await forget(orderId);
    const entry = posting({ orderId, amountMinor: 500 });
    expect(await postDuring(entry, setTotal(orderId, 2_000))).toMatchObject({ code: 'posted' });
    expect(await rowOf(orderId)).toMatchObject({ dueMinor: 2_000n, openMinor: 1_500n });
  });

  it('cannot deadlock with it, if both lock the orders in the sequence of their ids', async () => {
    const [a, z] = [
      await mirrorCashOrder(installId, { id: 'ord_a' }),
      await mirrorCashOrder(installId, { id: 'ord_z' }),
    ];
    // The order ord_z is not in the cash notebook (the record of the cash of orders). An earlier version of the app
    // locked the row of such an order first, and the rows of the other orders after it. So that version could deadlock
    // here.
    await forget(z);
    const entry = posting({ orderId: z, amountMinor: 1 }, { orderId: a, amountMinor: 1 });
    const outcome = await postDuring(entry, setTotal(a, 2_000), setTotal(z, 3_000));
    expect(outcome).toMatchObject({ code: 'posted' });
    expect(await rowOf(a)).toMatchObject({ openMinor: 1_999n });
    expect(await rowOf(z)).toMatchObject({ openMinor: 2_999n });
  });

  it('is repeated once after a deadlock', async () => {
    const orderId = await mirrorCashOrder(installId);
    await world.sql.query(`
      CREATE SEQUENCE deadlocks;
      CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        -- The number stays used after the rollback.
        IF nextval('deadlocks') = 1 THEN RAISE 'deadlock of the test' USING ERRCODE = 'deadlock_detected'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER deadlock AFTER INSERT ON cash_entries FOR EACH STATEMENT EXECUTE FUNCTION deadlock()`);
    try {
      expect(await postCash(context, posting({ orderId, amountMinor: 1_000 }))).toMatchObject({
        code: 'posted',
      });
    } finally {
      await world.sql.query(
        'DROP TRIGGER deadlock ON cash_entries; DROP FUNCTION deadlock(); DROP SEQUENCE deadlocks',
      );
    }
    expect(await rowOf(orderId)).toMatchObject({ openMinor: 0n, entries: 1 });
  });
});

it('balances and orders name their carrier, also if the list of carriers is full; it leaves out archived ones first', async () => {
  await mirrorCashOrder(installId, { carrier: 'Zeta' });
  await newCarrier('Archived', true);
  await context.db.transaction(
    (tx) => tx.$executeRaw`
      INSERT INTO carriers (install_id, id, name, match_key)
      SELECT ${installId}, gen_random_uuid(), 'Carrier ' || n, 'carrier ' || n FROM generate_series(100, 298) n`,
  );
  const { carriers, balances } = await readCashBook(context);
  expect(carriers.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 199 }, (_, n) => `Carrier ${n + 100}`),
    'Zeta',
  ]);
  await newCarrier('Another');
  expect((await readCashBook(context)).carriers.map(({ name }) => name)).not.toContain('Zeta');
  expect(balances.map(({ carrierName }) => carrierName)).toEqual(['Zeta']);
  const { orders } = await listCashOrders(context, CashListQuery.parse({}));
  expect(orders.map(({ carrierName }) => carrierName)).toEqual(['Zeta']);
});
