import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Posting } from '@/lib/cash/cash-commands';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import { postSheet } from '@/lib/cash/sheet/post-sheet.server';
import { readSheet } from '@/lib/cash/sheet/read-sheet.server';
import { countPosted, type ReadSheetCommand, type SheetPreview } from '@/lib/cash/sheet/sheet-commands';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { badLines, type BadRemittance, makeBadRemittance } from '@/tests/support/cash/bad-remittance';
import { mirrorRemittance } from '@/tests/support/cash/mirror-remittance';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { eventually } from '@/tests/support/stack/eventually';
import { startProgram } from '@/tests/support/stack/program';

const seed = Number(process.env.SEED ?? 1 + Math.floor(Math.random() * 1e9));

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

type Fixture = { installId: InstallId; rima: InstallContext; omar: InstallContext; sheet: BadRemittance };

async function newSheet(lines = 60): Promise<Fixture> {
  const installId = await world.install();
  const rima = await installContext(installId);
  const omar = { ...rima, actor: { sub: 'staff_2', name: 'Omar' } };
  const few = { short: 2, over: 2, unknown: 1, duplicate: 1 };
  const sheet = makeBadRemittance(seed, lines, lines === 5_000 ? badLines : few);
  await mirrorRemittance(installId, sheet.orders);
  return { installId, rima, omar, sheet };
}

const commandOf = (text: string): ReadSheetCommand => ({
  text,
  columns: null,
  mark: null,
  carrierId: null,
  day: null,
});

async function previewOf(context: InstallContext, { text }: BadRemittance): Promise<SheetPreview> {
  const preview = await readSheet(context, commandOf(text));
  if (preview.code !== 'preview') throw new Error(preview.code);
  return preview;
}

const postOf = ({ text }: BadRemittance, { seen, postedBefore }: SheetPreview, accepted: number[] = []) => ({
  ...commandOf(text),
  postingId: randomUUID(),
  seen,
  after: postedBefore?.postingId ?? null,
  accepted,
});

const linesOf = ({ rows }: SheetPreview, one: string) =>
  rows.flatMap((row) => (row.class === one ? [row.line] : []));

/** Returns the number of postings (sets of cash entries), and the sum of all cash entries in each currency. */
async function savedOf({ db, installId }: InstallContext) {
  return db.transaction(async (tx) => ({
    postings: await tx.cashPosting.count({ where: { installId } }),
    entries: await tx.$queryRaw<{ currency: string; rows: number; minor: bigint }[]>`
      SELECT currency, count(*)::int AS rows, sum(amount_minor)::bigint AS minor FROM cash_entries
      WHERE install_id = ${installId} GROUP BY 1 ORDER BY 1`,
  }));
}
const nothing = { postings: 0, entries: [] };

/** Returns a function that makes delivered orders of 100,000 minor units in the currency of a store. */
const deliveredIn =
  ({ currency, decimals }: InstallContext['store']) =>
  (id: string) => ({ id, number: id, trackingNumber: `NET-${id}`, currency, decimals, dueMinor: 100_000n });

describe(`a remittance sheet (seed ${seed})`, () => {
  it('of 5,000 lines is previewed without saving, posted in one transaction, and undone as a whole', async () => {
    const { rima, sheet } = await newSheet(5_000);
    const preview = await previewOf(rima, sheet);
    expect(await savedOf(rima)).toEqual(nothing);
    const counts = Object.fromEntries(preview.classes.map((one) => [one.class, one.rows]));
    expect(counts).toEqual({ ...badLines, heading: 2, exact: 4_910 });
    expect(preview.missing.orders.map(({ id }) => id)).toEqual(sheet.missing.map(({ id }) => id));
    expect(preview.carriers).toEqual([{ id: preview.carrierId, name: 'القدموس' }]);

    const accepted = [...linesOf(preview, 'short'), ...linesOf(preview, 'over')];
    const outcome = await postSheet(rima, postOf(sheet, preview, accepted));
    expect(outcome).toMatchObject({ code: 'posted', orders: 4_931 });
    const due = (currency: string) =>
      preview.classes
        .filter((one) => ['exact', 'short', 'over'].includes(one.class))
        .flatMap(({ sums }) => sums)
        .reduce((sum, one) => sum + (one.currency === currency ? BigInt(one.amount_minor) : 0n), 0n);
    const saved = await savedOf(rima);
    expect(saved.postings).toBe(1);
    expect(saved.entries.map(({ currency, minor }) => [currency, minor])).toEqual([
      ['SYP', due('SYP')],
      ['USD', due('USD')],
    ]);

    if (outcome.code !== 'posted') throw new Error(outcome.code);
    await undoPosting(rima, outcome.postingId);
    expect((await savedOf(rima)).entries.map(({ minor }) => minor)).toEqual([0n, 0n]);
    expect((await previewOf(rima, sheet)).seen).toBe(preview.seen);
  });

  it('with short and too large amounts posts only the lines that the user accepted', async () => {
    const { rima, sheet } = await newSheet();
    const preview = await previewOf(rima, sheet);
    const [short = 0] = linesOf(preview, 'short');
    await postSheet(rima, postOf(sheet, preview, [short, ...linesOf(preview, 'unknown')]));
    const after = await previewOf(rima, sheet);
    const exact = preview.classes.find((one) => one.class === 'exact')?.rows ?? 0;
    expect(after.classes.find((one) => one.class === 'remitted')?.rows).toBe(exact + 1);
    expect(after.rows.find(({ line }) => line === short)?.class).toBe('remitted');
    const row = after.rows.find(({ line }) => line === short);
    const before = preview.rows.find(({ line }) => line === short);
    expect(row?.due?.amount_minor).toBe(
      (before?.due?.amount_minor ?? 0) - (before?.amount?.amount_minor ?? 0),
    );
  });

  it('of a carrier that keeps its fee is posted with the fee of each order, once for an order, and undone with it', async () => {
    const { rima, installId } = await newSheet(10);
    const { currency, decimals } = rima.store;
    const delivered = deliveredIn(rima.store);
    await mirrorRemittance(installId, ['ord_9001', 'ord_9002', 'ord_9003', 'ord_9004'].map(delivered), 'شام');
    const [carrier] = await rima.db.transaction((tx) => tx.carrier.findMany({ where: { name: 'شام' } }));
    const values = { name: 'شام', phone: '', trackingUrl: '', feeMinor: 2_500, isArchived: false };
    await saveCarrier(rima, { installId, carrierId: carrier?.id ?? '', ...values });
    // The notebook already has a fee for this order, so the sheet does not add a second one.
    const line = { orderId: OrderId.parse('ord_9004'), currency };
    const lines = [
      { ...line, kind: 'remitted', amountMinor: 47_500 },
      { ...line, kind: 'fee', amountMinor: 2_500 },
    ];
    await postCash(
      rima,
      Posting.parse({ postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines }),
    );
    const amount = (minor: number) => (minor / 10 ** decimals).toFixed(decimals);
    const text = [
      'Tracking;Amount',
      `NET-ord_9001;${amount(97_500)}`,
      `NET-ord_9002;${amount(97_500)}`,
      `NET-ord_9003;${amount(100_000)}`,
      `NET-ord_9004;${amount(47_500)}`,
    ].join('\n');
    const sheet = { text } as BadRemittance;
    const preview = await previewOf(rima, sheet);
    const sum = (minor: number) => ({ amount_minor: minor, currency, decimals });
    expect(preview.classes).toEqual([
      { class: 'short', rows: 1, sums: [sum(47_500)] },
      { class: 'net', rows: 2, sums: [sum(195_000)] },
      { class: 'exact', rows: 1, sums: [sum(100_000)] },
      { class: 'heading', rows: 1, sums: [] },
    ]);
    expect(preview.rows.map(({ fee }) => fee)).toEqual([null, sum(2_500), sum(2_500), null, null]);
    const notebook = () =>
      rima.db.transaction((tx) =>
        tx.cashOrder.findMany({
          where: { installId, orderId: { in: ['ord_9001', 'ord_9002', 'ord_9003', 'ord_9004'] } },
          select: { remittedMinor: true, feeMinor: true, openMinor: true, state: true, entries: true },
          orderBy: { orderId: 'asc' },
        }),
      );
    const before = await notebook();
    const command = postOf(sheet, preview);
    const posted = { code: 'posted', postingId: command.postingId, orders: 3, sums: [sum(295_000)] };
    expect(await postSheet(rima, command)).toEqual(posted);
    expect(await postSheet(rima, command)).toEqual(posted);
    const net = {
      remittedMinor: 97_500n,
      feeMinor: 2_500n,
      openMinor: 0n,
      state: 'remitted',
      entries: 2,
    };
    expect(await notebook()).toEqual([
      net,
      net,
      { ...net, remittedMinor: 100_000n, feeMinor: 0n, entries: 1 },
      before[3],
    ]);
    await undoPosting(rima, command.postingId);
    expect(await notebook()).toEqual(before);
    expect((await previewOf(rima, sheet)).seen).toBe(preview.seen);
  });

  it('shows the first 100 lines of a class, and all of them if the user asks, also after the posting is refused', async () => {
    const { rima, sheet } = await newSheet(300);
    const first = await previewOf(rima, sheet);
    const exact = first.classes.find((one) => one.class === 'exact')?.rows ?? 0;
    expect(exact).toBeGreaterThan(200);
    expect(linesOf(first, 'exact')).toHaveLength(100);
    const full: ReadSheetCommand['full'] = ['exact'];
    const all = await readSheet(rima, { ...commandOf(sheet.text), full });
    if (all.code !== 'preview') throw new Error(all.code);
    expect(new Set(linesOf(all, 'exact')).size).toBe(exact);
    expect(linesOf(all, 'exact').slice(0, 100)).toEqual(linesOf(first, 'exact'));
    // The lines that are shown change neither the results nor what is posted.
    expect({ ...all, rows: [] }).toEqual({ ...first, rows: [] });
    expect(countPosted(all, new Set())).toBe(countPosted(first, new Set()));
    const stale = { ...postOf(sheet, all), full, seen: '0'.repeat(64) };
    const changed = await postSheet(rima, stale);
    if (changed.code !== 'changed') throw new Error(changed.code);
    expect(linesOf(changed.preview, 'exact')).toHaveLength(exact);
    expect(await postSheet(rima, { ...postOf(sheet, all), full })).toMatchObject({ code: 'posted' });
  });

  it('that two users post at the same time is posted once, and the other one learns who posted it', async () => {
    const { rima, omar, sheet } = await newSheet();
    const preview = await previewOf(rima, sheet);
    const [first, second] = [
      postOf(sheet, preview),
      { ...postOf(sheet, preview), text: sheet.text.slice(1) },
    ];
    const outcomes = await Promise.all([postSheet(rima, first), postSheet(omar, second)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['already_posted', 'posted']);
    const winner = outcomes[0]?.code === 'posted' ? 'Rima' : 'Omar';
    expect(outcomes.find(({ code }) => code === 'already_posted')).toMatchObject({ by: winner });
    expect((await savedOf(rima)).postings).toBe(1);
    expect((await previewOf(omar, sheet)).postedBefore).toMatchObject({ by: winner });
  });

  it('that was posted in part posts its rest, once, also if two users post the rest at the same time', async () => {
    const { rima, omar, sheet } = await newSheet();
    const preview = await previewOf(rima, sheet);
    const [one = 0, two = 0] = linesOf(preview, 'short');
    const first = await postSheet(rima, postOf(sheet, preview, [one]));
    expect(first.code).toBe('posted');
    const rest = await previewOf(rima, sheet);
    const exact = preview.classes.find((own) => own.class === 'exact')?.rows ?? 0;
    expect(rest.classes.find((own) => own.class === 'exact')).toBeUndefined();
    expect(rest.classes.find((own) => own.class === 'remitted')?.rows).toBe(exact + 1);
    expect(linesOf(rest, 'short')).toEqual([two]);
    expect(await postSheet(rima, postOf(sheet, rest))).toEqual({ code: 'nothing' });

    const outcomes = await Promise.all(
      [rima, omar].map((user) => postSheet(user, postOf(sheet, rest, [two]))),
    );
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['already_posted', 'posted']);
    const winner = outcomes[0]?.code === 'posted' ? 'Rima' : 'Omar';
    expect((await savedOf(rima)).postings).toBe(2);
    const late = await previewOf(omar, sheet);
    expect(late.postedBefore).toMatchObject({ by: winner });
    expect(linesOf(late, 'short')).toEqual([]);

    // After the undo of the first posting, only its lines can be posted again.
    if (first.code === 'posted') await undoPosting(rima, first.postingId);
    const again = await previewOf(rima, sheet);
    expect(again.classes.find((own) => own.class === 'exact')?.rows).toBe(exact);
    expect(linesOf(again, 'short')).toEqual([one]);
    expect(await postSheet(omar, postOf(sheet, again))).toMatchObject({ code: 'posted', orders: exact });
    expect((await savedOf(rima)).postings).toBe(3);
  });

  it('that is posted twice by one user, for example by a double press, has one posting and the same outcome', async () => {
    const { rima, sheet } = await newSheet();
    const command = postOf(sheet, await previewOf(rima, sheet));
    const [one, two] = await Promise.all([postSheet(rima, command), postSheet(rima, command)]);
    expect(one.code).toBe('posted');
    expect(two).toEqual(one);
    expect(await postSheet(rima, command)).toEqual(one);
    expect((await savedOf(rima)).postings).toBe(1);
  });

  it('that was posted is not reported as posted again if the user has accepted other lines since then', async () => {
    const { rima, sheet } = await newSheet();
    const preview = await previewOf(rima, sheet);
    const [one = 0, two = 0] = linesOf(preview, 'short');
    const command = postOf(sheet, preview, [two, one]);
    const posted = await postSheet(rima, command);
    expect(posted.code).toBe('posted');
    for (const accepted of [[one], [], [one, two, ...linesOf(preview, 'over')]])
      expect(await postSheet(rima, { ...command, accepted })).toMatchObject({
        code: 'already_posted',
        postingId: command.postingId,
        by: 'Rima',
      });
    expect(await postSheet(rima, { ...command, accepted: [one, two] })).toEqual(posted);
    expect((await savedOf(rima)).postings).toBe(1);
  });

  it('that was posted and undone is posted again only under a new id', async () => {
    const { rima, sheet } = await newSheet();
    const command = postOf(sheet, await previewOf(rima, sheet));
    expect((await postSheet(rima, command)).code).toBe('posted');
    await undoPosting(rima, command.postingId);
    expect(await postSheet(rima, command)).toEqual({ code: 'posting_undone' });
    expect((await postSheet(rima, { ...command, postingId: randomUUID() })).code).toBe('posted');
  });

  it('shows the oldest 100 missing orders, and counts and sums all that the carrier owes, also deleted orders', async () => {
    const { rima, sheet, installId } = await newSheet(10);
    const more = Array.from({ length: 150 }, (_, n) => ({
      id: `ord_more_${n}`,
      number: `9${n}`,
      trackingNumber: `MORE-${n}`,
      ...(n < 50 ? { currency: 'USD', decimals: 2 } : { currency: 'SYP', decimals: 0 }),
      dueMinor: BigInt(1_000 + n),
    }));
    await mirrorRemittance(installId, more);
    const paidLess = {
      orderId: OrderId.parse('ord_more_0'),
      kind: 'remitted',
      amountMinor: 1,
      currency: 'USD',
    };
    const posting = { postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines: [paidLess] };
    expect(await postCash(rima, Posting.parse(posting))).toMatchObject({ code: 'posted' });
    await rima.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE orders SET deleted_at = now() WHERE install_id = ${installId} AND id = 'ord_more_0'`,
    );
    const { missing } = await previewOf(rima, sheet);
    const all = [...sheet.missing, ...more];
    const sumOf = (one: string) =>
      all.reduce((sum, { currency, dueMinor }) => sum + (currency === one ? Number(dueMinor) : 0), 0);
    expect(missing.count).toBe(152);
    expect(missing.orders).toHaveLength(100);
    expect(missing.sums).toEqual([
      { currency: 'SYP', decimals: 0, amount_minor: sumOf('SYP') },
      { currency: 'USD', decimals: 2, amount_minor: sumOf('USD') - 1 },
    ]);
  });

  it('offers at most 200 carriers, and always that of the sheet', async () => {
    const { rima, sheet, installId } = await newSheet(10);
    await rima.db.transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO carriers (install_id, id, name, match_key)
        SELECT ${installId}, gen_random_uuid(), 'Carrier ' || n, 'carrier ' || n FROM generate_series(1, 250) n`,
    );
    const { carriers, carrierId } = await previewOf(rima, sheet);
    expect(carriers).toHaveLength(200);
    expect(carriers.find(({ id }) => id === carrierId)?.name).toBe('القدموس');
  });

  it('asks before it posts the cash of another carrier, of an order without cash to expect, and a second amount', async () => {
    const { rima, installId } = await newSheet(10);
    const { currency, decimals } = rima.store;
    const delivered = deliveredIn(rima.store);
    const ids = ['ord_9101', 'ord_9102', 'ord_9103', 'ord_9104', 'ord_9105'];
    const [own = '', alsoOwn = '', others = '', canceled = '', paidInPart = ''] = ids;
    await mirrorRemittance(installId, [own, alsoOwn, canceled, paidInPart].map(delivered), 'شام');
    await mirrorRemittance(installId, [delivered(others)], 'بركة');
    await rima.db.transaction(
      (tx) =>
        tx.$executeRaw`UPDATE orders SET status = 'cancelled' WHERE install_id = ${installId} AND id = ${canceled}`,
    );
    const line = { orderId: OrderId.parse(paidInPart), currency, kind: 'remitted', amountMinor: 50_000 };
    const posting = { postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines: [line] };
    await postCash(rima, Posting.parse(posting));
    const whole = (100_000 / 10 ** decimals).toFixed(decimals);
    const half = (50_000 / 10 ** decimals).toFixed(decimals);
    const lines = ids.map((id) => `NET-${id};${id === paidInPart ? half : whole}`);
    const sheet = { text: ['Tracking;Amount', ...lines].join('\n') } as BadRemittance;
    const preview = await previewOf(rima, sheet);
    expect(preview.rows.flatMap((row) => (row.orderId ? [[row.orderId, row.class]] : []))).toEqual([
      [own, 'exact'],
      [alsoOwn, 'exact'],
      [others, 'other_carrier'],
      [canceled, 'not_expected'],
      [paidInPart, 'again'],
    ]);
    const outcome = await postSheet(rima, { ...postOf(sheet, preview), accepted: [] });
    expect(outcome).toMatchObject({ code: 'posted', orders: 2 });
  });

  it('with two parcels of one order posts both amounts if their sum is owed, and counts the order once', async () => {
    const { rima, installId } = await newSheet(10);
    const { currency, decimals } = rima.store;
    const id = 'ord_9201';
    await mirrorRemittance(installId, [deliveredIn(rima.store)(id)], 'شام');
    await rima.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE orders SET detail = jsonb_set(detail, '{fulfillments}', (detail->'fulfillments') || jsonb_build_array(
          (detail->'fulfillments'->0) || '{"tracking_number": "NET-9299"}'))
        WHERE install_id = ${installId} AND id = ${id}`,
    );
    const text = (second: number) =>
      ['Tracking;Amount', `NET-${id};${amount(60_000)}`, `NET-9299;${amount(second)}`].join('\n');
    const amount = (minor: number) => (minor / 10 ** decimals).toFixed(decimals);
    const sum = (minor: number) => ({ amount_minor: minor, currency, decimals });
    const less = await previewOf(rima, { text: text(30_000) } as BadRemittance);
    expect(less.rows.slice(1).map(({ class: one, due, together }) => [one, due, together])).toEqual([
      ['short', sum(100_000), sum(90_000)],
      ['short', sum(100_000), sum(90_000)],
    ]);
    const sheet = { text: text(40_000) } as BadRemittance;
    const preview = await previewOf(rima, sheet);
    expect(preview.rows.slice(1).map((row) => row.class)).toEqual(['exact', 'exact']);
    expect(countPosted(preview, new Set())).toBe(1);
    const command = postOf(sheet, preview);
    expect(await postSheet(rima, command)).toEqual({
      code: 'posted',
      postingId: command.postingId,
      orders: 1,
      sums: [sum(100_000)],
    });
    const [order] = await rima.db.transaction((tx) =>
      tx.cashOrder.findMany({ where: { installId, orderId: id } }),
    );
    expect(order).toMatchObject({ remittedMinor: 100_000n, openMinor: 0n, state: 'remitted', entries: 2 });
    await undoPosting(rima, command.postingId);
    expect((await previewOf(rima, sheet)).seen).toBe(preview.seen);
  });

  it('with cash that comes after a write-off takes the write-off back, once, and the carrier gets no credit', async () => {
    const { rima, omar, installId } = await newSheet(10);
    const { currency, decimals } = rima.store;
    const ids = ['ord_9301', 'ord_9302', 'ord_9303'];
    const [whole = '', part = '', first = ''] = ids;
    await mirrorRemittance(installId, ids.map(deliveredIn(rima.store)), 'شام');
    const entry = (id: string, kind: string, amountMinor: number) => {
      const orderId = OrderId.parse(id);
      return { orderId, currency, kind, amountMinor };
    };
    const lines = [
      entry(whole, 'written_off', 100_000),
      entry(part, 'written_off', 100_000),
      entry(first, 'remitted', 60_000),
      entry(first, 'written_off', 40_000),
    ];
    const writeOff = { postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines };
    await postCash(rima, Posting.parse(writeOff));
    const amount = (minor: number) => (minor / 10 ** decimals).toFixed(decimals);
    const text = [
      'Tracking;Amount',
      `NET-${whole};${amount(100_000)}`,
      `NET-${part};${amount(70_000)}`,
      `NET-${first};${amount(40_000)}`,
    ].join('\n');
    const sheet = { text } as BadRemittance;
    const preview = await previewOf(rima, sheet);
    expect(preview.rows.slice(1).map((row) => row.class)).toEqual(Array(3).fill('written_off'));
    const notebook = () =>
      rima.db.transaction((tx) =>
        tx.cashOrder.findMany({
          where: { installId, orderId: { in: ids } },
          select: {
            remittedMinor: true,
            writtenOffMinor: true,
            openMinor: true,
            owedMinor: true,
            state: true,
          },
          orderBy: { orderId: 'asc' },
        }),
      );
    const before = await notebook();
    const command = postOf(sheet, preview, linesOf(preview, 'written_off'));
    // Another sheet has the same orders. It was checked before this one was posted.
    const longer = { text: `${text}\nNET-77777;1` } as BadRemittance;
    const other = postOf(longer, await previewOf(omar, longer), linesOf(preview, 'written_off'));
    const outcomes = await Promise.all([postSheet(rima, command), postSheet(omar, other)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['changed', 'posted']);
    const paid = { openMinor: 0n, owedMinor: 0n, writtenOffMinor: 0n, state: 'remitted' };
    expect(await notebook()).toEqual([
      { ...paid, remittedMinor: 100_000n },
      { ...paid, remittedMinor: 70_000n, writtenOffMinor: 30_000n, state: 'written_off' },
      { ...paid, remittedMinor: 100_000n },
    ]);
    const [sum] = (await savedOf(rima)).entries;
    expect(sum?.minor).toBe(300_000n);
    expect(await undoPosting(rima, writeOff.postingId)).toEqual({ code: 'taken_back', status: 409 });
    const posted = outcomes.find((outcome) => outcome.code === 'posted');
    await undoPosting(rima, posted?.postingId ?? '');
    expect(await notebook()).toEqual(before);
    expect((await undoPosting(rima, writeOff.postingId)).code).toBe('undone');
    expect((await savedOf(rima)).entries.map(({ minor }) => minor)).toEqual([0n]);
  });

  it('is not posted if an order has changed since the preview; the user sees the new preview', async () => {
    const { rima, sheet, installId } = await newSheet();
    const preview = await previewOf(rima, sheet);
    const exact = preview.rows.find((row) => row.class === 'exact');
    await rima.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE orders SET total_minor = total_minor + 500 WHERE install_id = ${installId} AND id = ${exact?.orderId}`,
    );
    const outcome = await postSheet(rima, postOf(sheet, preview));
    if (outcome.code !== 'changed') throw new Error(outcome.code);
    expect(outcome.preview.rows.find(({ line }) => line === exact?.line)?.class).toBe('short');
    expect(await savedOf(rima)).toEqual(nothing);
  });

  it('with the number of a deleted order or of another store does not find that order', async () => {
    const { rima, sheet, installId } = await newSheet();
    const { rima: other } = await newSheet(10);
    await rima.db.transaction(
      (tx) => tx.$executeRaw`UPDATE orders SET deleted_at = now() WHERE install_id = ${installId}`,
    );
    const found = await previewOf(rima, sheet);
    expect(found.classes.map((one) => one.class)).not.toContain('exact');
    const ids = (await previewOf(other, sheet)).rows.flatMap(({ orderId }) => (orderId ? [orderId] : []));
    expect(new Set(ids).size).toBeLessThanOrEqual(12);
  });

  it('saves nothing if the process dies before the commit', async () => {
    const { installId, rima, sheet } = await newSheet();
    const command = postOf(sheet, await previewOf(rima, sheet));
    // The trigger runs after the program has written the cash entries. The trigger waits until the test releases an
    // advisory lock.
    await world.sql.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
      CREATE TRIGGER wait_for_test AFTER INSERT ON cash_entries FOR EACH STATEMENT EXECUTE FUNCTION wait_for_test()`);
    await world.sql.query('SELECT pg_advisory_lock(4711)');
    const program = await startProgram(world.appEnv);
    void program.run('post-sheet', installId, JSON.stringify(command));
    await eventually('the program has written the entries', async () => {
      const { rowCount } = await world.sql.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`,
      );
      return rowCount === 1;
    });
    expect((await program.kill()).signal).toBe('SIGKILL');
    await world.sql.query('SELECT pg_advisory_unlock(4711)');
    await world.sql.query('DROP TRIGGER wait_for_test ON cash_entries; DROP FUNCTION wait_for_test()');
    expect(await savedOf(rima)).toEqual(nothing);
    expect((await postSheet(rima, command)).code).toBe('posted');
    expect((await savedOf(rima)).postings).toBe(1);
  });
});
