import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Posting, postingLinesMax } from '@/lib/cash/cash-commands';
import { assignCarrier } from '@/lib/cash/assign-carrier.server';
import { assignCarriers, unassignCarriers } from '@/lib/cash/assign-carriers.server';
import { CashListQuery, listCashOrders, readCashPage } from '@/lib/cash/list-cash-orders.server';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { readOrderCash } from '@/lib/cash/read-order-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { PostingListQuery, readCashBook, readPostings } from '@/lib/cash/read-cash-book.server';
import { overpaidOf, sumBalances } from '@/lib/cash/sum-balances';
import { listCarrierNames } from '@/lib/cash/list-carrier-names.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { sealCustomer } from '@/lib/system/keys/customer-columns';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

/** Each test has its own install, so that the balances contain only the orders of one test. */
async function fresh() {
  installId = await world.install();
  context = await installContext(installId);
}

type Line = { orderId: string; kind?: string; amountMinor: number; currency?: string; openMinor?: number };
const posting = (lines: Line[], more: object = {}) =>
  Posting.parse({
    postingId: randomUUID(),
    source: 'by_hand',
    sheetHash: null,
    lines: lines.map((line) => ({ kind: 'remitted', currency: 'SYP', ...line })),
    ...more,
  });
const rowOf = async (orderId: string) =>
  context.db.transaction((tx) =>
    tx.cashOrder.findUnique({ where: { installId_orderId: { installId, orderId } } }),
  );
const stateOf = async (orderId: string) => (await rowOf(orderId))?.state ?? null;
const listOf = async (query: object) => (await listCashOrders(context, CashListQuery.parse(query))).orders;
const owed = async () =>
  (await readBalances(context)).map(({ orders, sum }) => [orders, sum.amount_minor, sum.currency]);

describe('the state of the cash of an order', () => {
  beforeAll(fresh);

  it('of a text that is no id of an order is empty', async () => {
    const context = await installContext(await world.install());
    for (const text of ['', 'ord\0', 'x'.repeat(500)]) expect(await readOrderCash(context, text)).toBeNull();
  });

  it('follows the order in the mirror without any posting', async () => {
    const at = (ms: number) => new Date(Date.now() + ms);
    const id = await mirrorCashOrder(installId, { status: 'approved', carrier: null, at: at(0) });
    expect(await stateOf(id)).toBe('to_hand_over');
    await mirrorCashOrder(installId, { id, status: 'shipped', at: at(1_000) });
    expect(await stateOf(id)).toBe('with_carrier');
    await mirrorCashOrder(installId, { id, status: 'delivered', at: at(2_000) });
    expect(await stateOf(id)).toBe('delivered');
    expect(await owed()).toEqual([[1, 1_000, 'SYP']]);
    await mirrorCashOrder(installId, { id, status: 'returned', at: at(3_000) });
    expect(await rowOf(id)).toBeNull();
    expect(await owed()).toEqual([]);
  });

  it('an order that the store says is paid is not in the notebook, and a deposit is not expected again', async () => {
    expect(await rowOf(await mirrorCashOrder(installId, { payment: 'paid', paid: 1_000 }))).toBeNull();
    const partly = await mirrorCashOrder(installId, { payment: 'partially_paid', paid: 400 });
    expect((await rowOf(partly))?.openMinor).toBe(600n);
  });

  it.each([
    ['remitted', [{ amountMinor: 1_000 }]],
    ['remitted', [{ amountMinor: 950 }, { kind: 'fee', amountMinor: 50 }]],
    ['short', [{ amountMinor: 400 }]],
    ['short', [{ amountMinor: 0 }]],
    ['written_off', [{ kind: 'written_off', amountMinor: 1_000 }]],
    ['written_off', [{ amountMinor: 400 }, { kind: 'written_off', amountMinor: 600 }]],
  ])('is %s after the posting %j, and is delivered again after the undo', async (state, lines) => {
    const orderId = await mirrorCashOrder(installId);
    const entry = posting(lines.map((line) => ({ orderId, ...line })));
    expect(await postCash(context, entry)).toMatchObject({ code: 'posted' });
    expect(await stateOf(orderId)).toBe(state);
    expect(await undoPosting(context, entry.postingId)).toMatchObject({ code: 'undone' });
    expect(await stateOf(orderId)).toBe('delivered');
  });

  it('a remittance stays when the store marks the order as paid, and can also be posted after that', async () => {
    const orderId = await mirrorCashOrder(installId);
    await postCash(context, posting([{ orderId, amountMinor: 1_000 }]));
    const later = new Date(Date.now() + 1_000);
    await mirrorCashOrder(installId, { id: orderId, payment: 'paid', paid: 1_000, at: later });
    expect(await rowOf(orderId)).toMatchObject({ state: 'remitted', isPaid: true, openMinor: 0n });
    const paidFirst = await mirrorCashOrder(installId, { payment: 'paid', paid: 1_000 });
    const late = posting([{ orderId: paidFirst, amountMinor: 1_000 }]);
    expect(await postCash(context, late)).toMatchObject({ code: 'posted' });
    expect(await rowOf(paidFirst)).toMatchObject({ state: 'remitted', openMinor: 0n });
    await undoPosting(context, late.postingId);
    expect(await rowOf(paidFirst)).toBeNull();
  });
});

describe('carriers', () => {
  beforeAll(fresh);

  it('a carrier that a fulfillment names gets one record, however its name is spelled', async () => {
    const [one, other] = [
      await mirrorCashOrder(installId, { carrier: ' قدموس ' }),
      await mirrorCashOrder(installId, { carrier: 'قَدموس' }),
    ];
    const carriers = await context.db.transaction((tx) => tx.carrier.findMany({ where: { installId } }));
    expect(carriers.map(({ name }) => name)).toEqual(['قدموس']);
    for (const id of [one, other]) expect((await rowOf(id))?.carrierId).toBe(carriers[0]?.id);
  });
});

describe('a carrier by hand', () => {
  beforeAll(fresh);
  const carrier = { phone: '+963944123456', trackingUrl: '', feeMinor: 5, isArchived: false };

  it('takes orders that it is assigned, also after the order changes, and matches shipments by its first name', async () => {
    const own = { installId, carrierId: randomUUID(), name: 'Omar', ...carrier };
    expect(await saveCarrier(context, own)).toEqual({ code: 'saved', status: 200 });
    const id = await mirrorCashOrder(installId, { carrier: 'Aramex' });
    const target = { installId, orderId: OrderId.parse(id), carrierId: own.carrierId };
    expect(await assignCarrier(context, target)).toEqual({ code: 'saved', status: 200 });
    await mirrorCashOrder(installId, { id, carrier: 'Aramex', at: new Date(Date.now() + 1_000) });
    expect((await rowOf(id))?.carrierId).toBe(own.carrierId);
    const nobody = { ...target, carrierId: randomUUID() };
    expect(await assignCarrier(context, nobody)).toEqual({ code: 'not_found', status: 404 });
    expect(await listCarrierNames(context)).toContain('Omar');
    await saveCarrier(context, { ...own, name: 'Omar Express' });
    // A shipment with the new name would add a second carrier, so the form of a shipment does not offer it.
    expect((await listCarrierNames(context)).filter((name) => name.startsWith('Omar'))).toEqual([]);
    const named = await mirrorCashOrder(installId, { carrier: ' omar ' });
    expect((await rowOf(named))?.carrierId).toBe(own.carrierId);
  });

  it('takes several orders without a carrier at once, and gives them back after an undo', async () => {
    const [own, other] = ['Rana', 'Samer'].map((name) => ({
      installId,
      carrierId: randomUUID(),
      name,
      ...carrier,
    }));
    if (!own || !other) throw new Error('no carrier');
    await saveCarrier(context, own);
    await saveCarrier(context, other);
    const named = await mirrorCashOrder(installId, { carrier: 'Aramex' });
    const orders = [
      await mirrorCashOrder(installId, { carrier: null }),
      await mirrorCashOrder(installId, { carrier: null }),
      await mirrorCashOrder(installId, { carrier: null }),
    ];
    const carriersOf = () =>
      Promise.all([named, ...orders].map(async (id) => (await rowOf(id))?.carrierId ?? null));
    const [aramex] = await carriersOf();
    expect(await carriersOf()).toEqual([aramex, null, null, null]);
    const target = {
      installId,
      carrierId: own.carrierId,
      orderIds: [named, ...orders].map((id) => OrderId.parse(id)),
    };
    // An order with a carrier keeps it. A repeated request has the same outcome.
    for (let n = 0; n < 2; n++) {
      const outcome = await assignCarriers(context, target);
      expect(outcome).toMatchObject({ code: 'saved', status: 200 });
      if (outcome.code === 'saved') expect(outcome.orderIds.toSorted()).toEqual(orders.toSorted());
    }
    expect(await carriersOf()).toEqual([aramex, own.carrierId, own.carrierId, own.carrierId]);
    const nobody = { ...target, carrierId: randomUUID() };
    expect(await assignCarriers(context, nobody)).toEqual({ code: 'not_found', status: 404 });

    // The undo keeps a later choice of a user, and takes the carrier of a shipment again.
    const [kept = '', shipped = '', empty = ''] = orders;
    await assignCarrier(context, { installId, orderId: OrderId.parse(kept), carrierId: other.carrierId });
    await mirrorCashOrder(installId, { id: shipped, carrier: 'Aramex', at: new Date(Date.now() + 1_000) });
    expect((await rowOf(shipped))?.carrierId).toBe(own.carrierId);
    for (let n = 0; n < 2; n++)
      expect(await unassignCarriers(context, target)).toEqual({ code: 'unassigned', status: 200 });
    expect(await carriersOf()).toEqual([aramex, other.carrierId, aramex, null]);
    expect(await rowOf(empty)).toMatchObject({ isAssigned: false, state: 'delivered' });
  });

  it('keeps the change of another user that the form did not show, and returns the stored values', async () => {
    const first = { name: 'Salma', ...carrier };
    const target = { installId, carrierId: randomUUID() };
    const save = (values: typeof first, seen?: typeof first | null) =>
      saveCarrier(context, { ...target, ...values, seen });
    const stored = async () => {
      const { carriers } = await readCashBook(context);
      const row = carriers.find(({ id }) => id === target.carrierId);
      return { name: row?.name, phone: row?.phone, fee: row?.fee?.amount_minor };
    };
    const saved = { code: 'saved', status: 200 };
    expect(await save(first, null)).toEqual(saved);
    const theirs = { ...first, phone: '+963933111222' };
    const mine = { ...first, feeMinor: 9 };
    expect(await save(theirs, first)).toEqual(saved);
    const stale = { code: 'stale', status: 409, carrier: theirs };
    expect(await save(mine, first)).toEqual(stale);
    // The form of a new carrier, sent again after another user has changed the carrier.
    expect(await save(first, null)).toEqual(stale);
    expect(await stored()).toEqual({ name: 'Salma', phone: theirs.phone, fee: 5 });
    // The first user sends the form again.
    expect(await save(theirs, first)).toEqual(saved);
    // The second user has seen the stored values and saves anyway.
    expect(await save(mine, theirs)).toEqual(saved);
    expect(await stored()).toEqual({ name: 'Salma', phone: carrier.phone, fee: 9 });
    // A page of an earlier release does not say what it showed.
    expect(await save(first)).toEqual(saved);
  });

  it('keeps one of two changes that are saved at the same time', async () => {
    const first = { name: 'Hala', ...carrier };
    const target = { installId, carrierId: randomUUID() };
    await saveCarrier(context, { ...target, ...first });
    const saves = Array.from({ length: 8 }, (_, index) =>
      saveCarrier(context, { ...target, ...first, feeMinor: 10 + index, seen: first }),
    );
    const codes = (await Promise.all(saves)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'saved')).toHaveLength(1);
    expect(codes.filter((code) => code === 'stale')).toHaveLength(7);
  });

  it('is not renamed to a name of another carrier, also if two are renamed at the same time', async () => {
    const taken = { code: 'name_taken', status: 409 };
    const saved = { code: 'saved', status: 200 };
    const [one, other] = [randomUUID(), randomUUID()];
    const save = (carrierId: string, name: string, change = {}) =>
      saveCarrier(context, { installId, carrierId, name, ...carrier, ...change });
    expect(await save(one, 'Noura')).toEqual(saved);
    expect(await save(other, 'Nadia')).toEqual(saved);
    expect(await save(other, ' NOURA ')).toEqual(taken);
    // Both the shown name and the first name of a renamed carrier belong to it.
    expect(await save(one, 'Noura Express')).toEqual(saved);
    expect(await save(other, 'noura express')).toEqual(taken);
    expect(await save(randomUUID(), 'noura express')).toEqual(taken);
    expect(await save(other, 'Noura')).toEqual(taken);
    expect(await save(one, 'Noura', { feeMinor: 7 })).toEqual(saved);
    const twins = await Promise.all([save(one, 'Lina'), save(other, 'LINA')]);
    expect(twins.map(({ code }) => code).sort()).toEqual(['name_taken', 'saved']);
    // Two carriers that an earlier release gave one name can still be changed.
    await context.db.transaction(
      (tx) => tx.$executeRaw`UPDATE carriers SET name = 'Lina' WHERE id IN (${one}::uuid, ${other}::uuid)`,
    );
    expect(await save(one, 'Lina', { feeMinor: 8 })).toEqual(saved);
    expect(await save(one, 'Noura Express')).toEqual(saved);
    const { carriers } = await readCashBook(context);
    expect(carriers.filter(({ name }) => name === 'Lina')).toHaveLength(1);
  });

  it('has one name in the store, and its phone is stored only encrypted', async () => {
    const twins = [randomUUID(), randomUUID()].map((carrierId) =>
      saveCarrier(context, { installId, carrierId, name: 'Rima', ...carrier }),
    );
    expect((await Promise.all(twins)).map(({ code }) => code).sort()).toEqual(['name_taken', 'saved']);
    const { carriers } = await readCashBook(context);
    expect(carriers.find(({ name }) => name === 'Rima')?.phone).toBe('+963944123456');
    const rows = await context.db.transaction(
      (tx) => tx.$queryRaw<{ row: string }[]>`SELECT c::text AS row FROM carriers c`,
    );
    expect(JSON.stringify(rows)).not.toContain('944123456');
  });
});

describe('a posting', () => {
  beforeAll(fresh);

  it('is stored once if it is sent several times at the same time, and other lines with its id are refused', async () => {
    const orderId = await mirrorCashOrder(installId);
    const entry = posting([{ orderId, amountMinor: 700 }]);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => postCash(context, entry)));
    expect(outcomes).toEqual(Array(4).fill({ code: 'posted', status: 200, postingId: entry.postingId }));
    expect((await rowOf(orderId))?.openMinor).toBe(300n);
    const other = { ...entry, lines: posting([{ orderId, amountMinor: 1 }]).lines };
    expect(await postCash(context, other)).toEqual({ code: 'reused', status: 409 });
    expect((await rowOf(orderId))?.openMinor).toBe(300n);
  });

  it('with another note under the same id is refused, and the first note stays', async () => {
    const orderId = await mirrorCashOrder(installId);
    const entry = { ...posting([{ orderId, amountMinor: 700 }]), note: 'Broken box' };
    const posted = { code: 'posted', status: 200, postingId: entry.postingId };
    expect(await postCash(context, entry)).toEqual(posted);
    expect(await postCash(context, { ...entry, note: 'Lost' })).toEqual({ code: 'reused', status: 409 });
    expect(await postCash(context, { ...entry, note: '' })).toEqual({ code: 'reused', status: 409 });
    expect(await postCash(context, entry)).toEqual(posted);
    const { postings } = await readCashBook(context);
    expect(postings.find(({ id }) => id === entry.postingId)?.note).toBe('Broken box');
  });

  it('is on exactly one page of the list, and the oldest of 45 can be undone', async () => {
    await fresh();
    const orderId = await mirrorCashOrder(installId);
    const all = Array.from({ length: 45 }, () => posting([{ orderId, amountMinor: 1 }]));
    for (const one of all) await postCash(context, one);
    // Many postings of the same time: their ids decide which page has them.
    await context.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE cash_postings SET created_at = date_trunc('day', created_at) WHERE install_id = ${installId}
          AND id = ANY(${all.slice(5, 35).map(({ postingId }) => postingId)}::uuid[])`,
    );
    const read = async (cursor: string) => readPostings(context, PostingListQuery.parse({ cursor }));
    const { postings, nextPosting } = await readCashBook(context);
    const pages = [postings];
    for (let next = nextPosting ?? null; next !== null; ) {
      const page = await read(next);
      pages.push(page.postings);
      next = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    const ids = pages.flat().map(({ id }) => id);
    expect(ids.toSorted()).toEqual(all.map(({ postingId }) => postingId).toSorted());
    const times = pages.flat().map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    const oldest = ids.at(-1) ?? '';
    expect(await undoPosting(context, oldest)).toMatchObject({ code: 'undone' });
    const last = await read(nextPosting ?? '').then(({ next }) => read(next ?? ''));
    expect(last.postings.at(-1)).toMatchObject({ id: oldest, undone: { actorName: expect.any(String) } });
    expect((await rowOf(orderId))?.openMinor).toBe(956n);
  });

  it('of a sheet is stored once under any id, and again only after its undo', async () => {
    const orderId = await mirrorCashOrder(installId);
    const sheet = () =>
      posting([{ orderId, amountMinor: 1_000 }], { source: 'sheet', sheetHash: 'a'.repeat(64) });
    const outcomes = await Promise.all([sheet(), sheet(), sheet()].map((one) => postCash(context, one)));
    const [first] = outcomes.flatMap((outcome) => (outcome.code === 'posted' ? [outcome.postingId] : []));
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['already_posted', 'already_posted', 'posted']);
    expect(await postCash(context, sheet())).toEqual({
      code: 'already_posted',
      status: 409,
      postingId: first,
    });
    expect((await rowOf(orderId))?.openMinor).toBe(0n);
    await undoPosting(context, first ?? '');
    expect(await postCash(context, sheet())).toMatchObject({ code: 'posted' });
    expect((await rowOf(orderId))?.openMinor).toBe(0n);
  });

  it('is refused as a whole if one line is wrong, and names each wrong line', async () => {
    const [good, dollars] = [
      await mirrorCashOrder(installId),
      await mirrorCashOrder(installId, { currency: 'USD' }),
    ];
    const refused = posting([
      { orderId: good, amountMinor: 1_000 },
      { orderId: 'ord_of_nobody', amountMinor: 1 },
      { orderId: dollars, amountMinor: 1 },
      { orderId: good, amountMinor: 1, openMinor: 999 },
    ]);
    expect(await postCash(context, refused)).toEqual({
      code: 'lines_refused',
      status: 422,
      problems: [
        { line: 1, code: 'unknown_order' },
        { line: 2, code: 'currency' },
        { line: 3, code: 'changed' },
      ],
    });
    expect(await stateOf(good)).toBe('delivered');
    const paid = await mirrorCashOrder(installId, { payment: 'paid', paid: 1_000 });
    await postCash(
      context,
      posting([
        { orderId: paid, amountMinor: 5 },
        { orderId: 'ord_of_nobody', amountMinor: 1 },
      ]),
    );
    expect(await rowOf(paid)).toBeNull();
  });

  it('cannot be made twice from two tabs that saw the same open amount', async () => {
    const orderId = await mirrorCashOrder(installId);
    const tab = () => postCash(context, posting([{ orderId, amountMinor: 1_000, openMinor: 1_000 }]));
    const outcomes = await Promise.all([tab(), tab()]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['lines_refused', 'posted']);
    expect((await rowOf(orderId))?.openMinor).toBe(0n);
  });

  it('is undone once by several requests at the same time; the note is stored only encrypted', async () => {
    const orderId = await mirrorCashOrder(installId);
    const entry = posting([{ orderId, amountMinor: 1_000 }], { note: 'paid by Omar' });
    await postCash(context, entry);
    const repeats = Array.from({ length: 4 }, () => undoPosting(context, entry.postingId));
    expect((await Promise.all(repeats)).map(({ code }) => code)).toEqual(Array(4).fill('undone'));
    expect((await rowOf(orderId))?.openMinor).toBe(1_000n);
    expect(await undoPosting(context, randomUUID())).toEqual({ code: 'not_found', status: 404 });
    const rows = await context.db.transaction(
      (tx) => tx.$queryRaw<{ row: string }[]>`SELECT p::text AS row FROM cash_postings p`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('Omar');
  });

  it('has up to 5,000 lines in one transaction', async () => {
    const orderIds = await Promise.all(
      Array.from({ length: 5 }, () => mirrorCashOrder(installId, { minor: 1_000 })),
    );
    const lines = Array.from({ length: postingLinesMax }, (_, n) => ({
      orderId: orderIds[n % 5] ?? '',
      amountMinor: 1,
    }));
    const entry = posting(lines);
    expect(await postCash(context, entry)).toMatchObject({ code: 'posted' });
    for (const id of orderIds) expect((await rowOf(id))?.openMinor).toBe(0n);
    await undoPosting(context, entry.postingId);
    for (const id of orderIds) expect((await rowOf(id))?.openMinor).toBe(1_000n);
  });
});

it('balances are per carrier and currency, by the days since the delivery', async () => {
  await fresh();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [0, 5, 10, 20]) await mirrorCashOrder(installId, { at: daysAgo(days) });
  await mirrorCashOrder(installId, { currency: 'USD', minor: 7 });
  await mirrorCashOrder(installId, { carrier: null, minor: 9 });
  const balances = await readBalances(context);
  expect(balances.map(({ sum, orders }) => [sum.currency, sum.amount_minor, orders])).toEqual([
    ['SYP', 4_000, 4],
    ['USD', 7, 1],
    ['SYP', 9, 1],
  ]);
  expect(balances[0]?.ages.map(({ sum }) => sum.amount_minor)).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect(balances.at(-1)?.carrierId).toBeNull();
  expect(balances.map(({ oldest }) => oldest?.days)).toEqual([20, 0, 0]);
  expect(balances[0]?.oldest?.at).toBe((await listOf({ currency: 'SYP' }))[0]?.since);
  // A press on a balance opens a list. The list must have exactly the orders that the balance counts.
  for (const { carrierId, sum, orders } of balances) {
    const page = await listCashOrders(
      context,
      CashListQuery.parse({ carrier: carrierId ?? 'none', currency: sum.currency }),
    );
    expect(page.orders.map(({ open }) => open.currency)).toEqual(Array(orders).fill(sum.currency));
    expect(page.orders.reduce((total, { open }) => total + open.amount_minor, 0)).toBe(sum.amount_minor);
  }
});

it('an overpaid order does not lower what late orders of the same carrier still owe', async () => {
  await fresh();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const [late, overpaid, recent] = [
    await mirrorCashOrder(installId, { at: daysAgo(20) }),
    await mirrorCashOrder(installId, { at: daysAgo(30) }),
    await mirrorCashOrder(installId, { at: daysAgo(1) }),
  ];
  await postCash(
    context,
    posting([
      { orderId: late, amountMinor: 300 },
      { orderId: overpaid, amountMinor: 1_600 },
      { orderId: recent, amountMinor: 100 },
    ]),
  );
  const [total] = sumBalances(await readBalances(context));
  expect([total?.late.orders, total?.late.sum.amount_minor]).toEqual([1, 700]);
  const [balance] = await readBalances(context);
  expect(balance?.ages.map(({ orders, sum }) => [orders, sum.amount_minor])).toEqual([
    [1, 900],
    [0, 0],
    [0, 0],
    [1, 700],
  ]);
  expect([balance?.orders, balance?.sum.amount_minor]).toEqual([3, 1_000]);
  expect(balance && overpaidOf(balance).amount_minor).toBe(600);
});

it('an overpaid order is not the oldest order of a balance', async () => {
  await fresh();
  const id = await mirrorCashOrder(installId, { at: new Date(Date.now() - 30 * 86_400_000) });
  await postCash(context, posting([{ orderId: id, amountMinor: 1_500 }]));
  expect((await readBalances(context)).map(({ sum, oldest }) => [sum.amount_minor, oldest])).toEqual([
    [-500, null],
  ]);
  await mirrorCashOrder(installId, { at: new Date(Date.now() - 2 * 86_400_000) });
  expect((await readBalances(context))[0]?.oldest?.days).toBe(2);
});

it('the list says the days and the tracking number of an order, the oldest first', async () => {
  await fresh();
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await mirrorCashOrder(installId, { at: at(3) });
  await mirrorCashOrder(installId, { at: at(12), tracking: 'T-12' });
  expect((await listOf({})).map(({ days, tracking }) => [days, tracking])).toEqual([
    [12, ['T-12']],
    [3, []],
  ]);
});

it('a search finds an order of any state by its complete order number or tracking number, in any notation', async () => {
  await fresh();
  const owedId = await mirrorCashOrder(installId, { id: 'ord_x_109401', tracking: 'SY-88 123' });
  const paidId = await mirrorCashOrder(installId, { id: 'ord_x_109402' });
  await postCash(context, posting([{ orderId: paidId, amountMinor: 1_000 }]));
  const found = async (q: string, more: object = {}) =>
    (await listOf({ q, ...more })).map(({ orderId, state }) => [orderId, state]);
  for (const q of ['109401', '#109401', '١٠٩٤٠١', 'sy88123', 'SY 88-123'])
    expect(await found(q), q).toEqual([[owedId, 'delivered']]);
  // The other filters do not count, so that an order is found whichever tab is open.
  expect(await found('109402', { state: 'short' })).toEqual([[paidId, 'remitted']]);
  expect(await found('10940')).toEqual([]);
  expect(() => CashListQuery.parse({ q: ' ' })).toThrow();
  // An order of another install is not found.
  await fresh();
  expect(await found('109401')).toEqual([]);
});

it('the list names the stored customer only to a user and an app that may see customers', async () => {
  await fresh();
  const id = await mirrorCashOrder(installId);
  const sealed = sealCustomer('order_customers', { installId, id }, { name: 'Rana', phone: '' });
  await context.db.transaction(async (tx) => {
    await tx.setting.create({ data: { installId, name: 'keepsCustomers', value: true } });
    await tx.orderCustomer.create({ data: { installId, orderId: id, createdAt: new Date(), ...sealed } });
  });
  const namesOf = async (change: Partial<InstallContext>) => {
    const { orders } = await readCashPage({ ...context, ...change }, CashListQuery.parse({}));
    return orders.map(({ customerName }) => customerName);
  };
  const scopes = new Set(['clients:read'] as const);
  expect(await namesOf({ role: 'manager', scopes })).toEqual(['Rana']);
  expect(await namesOf({ role: 'viewer', scopes })).toEqual([null]);
  expect(await namesOf({ role: 'manager', scopes: new Set() })).toEqual([null]);
  // A store can turn off the storage of customers. The cash screen must then show no customer's name.
  await context.db.transaction((tx) =>
    tx.setting.updateMany({ where: { installId, name: 'keepsCustomers' }, data: { value: false } }),
  );
  expect(await namesOf({ role: 'manager', scopes })).toEqual([null]);
});
