import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Posting } from '@/lib/cash/cash-commands';
import { closeDay } from '@/lib/cash/day/close-day.server';
import { CloseDayCommand } from '@/lib/cash/day/day-commands';
import { pastDaysMax } from '@/lib/cash/day/day-limits';
import type { CashDayView } from '@/lib/cash/day/day-view';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { readDayRecord } from '@/lib/cash/day/read-day-record.server';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { daysBefore, nextDay } from '@/lib/shared/store-day';
import { atNoon } from '@/tests/support/cash/at-noon';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { type Program, startProgram } from '@/tests/support/stack/program';

let world: AppWorld;
let programs: Program[] = [];
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  programs = await Promise.all([startProgram(world.appEnv), startProgram(world.appEnv)]);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await world.stop();
});
// Each test has its own install, so that the sums contain only the orders of one test.
beforeEach(async () => {
  installId = await world.install();
  await atNoon(installId);
  context = await installContext(installId);
});

type Typed = {
  opening?: number;
  counted: number;
  reason?: string;
  lines?: { label: string; amountMinor: number }[];
};

/** Returns the command that closes the day with the figures that the screen shows. */
function commandFor(
  view: CashDayView,
  typedOf: (currency: string) => Typed,
  {
    id = randomUUID(),
    replaces = view.record?.version ?? null,
  }: { id?: string; replaces?: number | null } = {},
) {
  return {
    installId,
    operationId: id,
    day: view.day,
    replaces,
    drawers: view.figures.map(({ currency, decimals, opening, remitted }) => {
      const { opening: typed = 0, counted, reason = '', lines = [] } = typedOf(currency);
      const openingMinor = opening?.money.amount_minor ?? typed;
      return {
        currency,
        decimals,
        openingMinor,
        remittedMinor: remitted.amount_minor,
        countedMinor: counted,
        reason,
        lines,
      };
    }),
  };
}
const close = (command: ReturnType<typeof commandFor>) => closeDay(context, CloseDayCommand.parse(command));
const counted = (amounts: Record<string, number>) => (currency: string) => ({
  counted: amounts[currency] ?? 0,
});

async function remit(amountMinor: number, currency = 'SYP', kind: 'remitted' | 'fee' = 'remitted') {
  const orderId = await mirrorCashOrder(installId, { currency, minor: 100_000 });
  const postingId = randomUUID();
  const lines = [{ orderId, kind, amountMinor, currency }];
  await postCash(context, Posting.parse({ postingId, source: 'by_hand', sheetHash: null, lines }));
  return postingId;
}

/**
 * Moves a posting (a set of cash entries) or a record of a day to another day, as if it had been stored on that day.
 */
const movePosting = (id: string, days: number) =>
  context.db.transaction(
    (tx) => tx.$executeRaw`UPDATE cash_postings SET created_at = created_at - ${days} * interval '1 day'
      WHERE install_id = ${installId} AND id = ${id}::uuid`,
  );
const rows = () => context.db.transaction((tx) => tx.cashDay.count());

describe('closing a day', () => {
  it('stores the figures of the day and the drawer per currency, and never adds currencies', async () => {
    await remit(700);
    await remit(50, 'SYP', 'fee');
    await remit(30, 'USD');
    const view = await readCashDay(context, undefined);
    const lines = [
      { label: 'Float', amountMinor: 100 },
      { label: 'Tea', amountMinor: -20 },
    ];
    const typed = (currency: string): Typed =>
      currency === 'SYP'
        ? { opening: 1_000, counted: 1_780, lines }
        : { opening: 5, counted: 30, reason: 'Lost 5' };
    expect(await close(commandFor(view, typed))).toEqual({ code: 'closed', status: 200 });
    const { record } = await readCashDay(context, undefined);
    const money = (currency: string) => (amount_minor: number) => ({ amount_minor, currency, decimals: 0 });
    const [syp, usd] = [money('SYP'), money('USD')];
    expect(record).toMatchObject({ day: view.today, version: 1, actorName: 'Rima' });
    expect(record?.sums).toMatchObject([
      {
        created: { orders: 2, sum: syp(200_000) },
        shipped: { orders: 2, sum: syp(200_000) },
        remitted: syp(700),
        fee: syp(50),
        writtenOff: syp(0),
        owed: { orders: 2, sum: syp(199_250) },
        opening: syp(1_000),
        moneyIn: syp(100),
        moneyOut: syp(20),
        expected: syp(1_780),
        counted: syp(1_780),
        difference: syp(0),
        lines: [
          { label: 'Float', amount: syp(100) },
          { label: 'Tea', amount: syp(-20) },
        ],
        reason: '',
      },
      { created: { orders: 1 }, remitted: usd(30), expected: usd(35), difference: usd(-5), reason: 'Lost 5' },
    ]);
    const stored = await context.db.transaction(
      (tx) => tx.$queryRaw<{ row: string }[]>`
        SELECT s::text AS row FROM cash_day_sums s UNION ALL SELECT l::text FROM cash_day_lines l`,
    );
    expect(stored.length).toBe(4);
    for (const text of ['Lost 5', 'Float', 'Tea']) expect(JSON.stringify(stored)).not.toContain(text);
  });

  it('refuses a difference without a reason, also in the database', async () => {
    await remit(700);
    const view = await readCashDay(context, undefined);
    expect(await close(commandFor(view, counted({ SYP: 699 })))).toMatchObject({ code: 'reason_missing' });
    expect(await rows()).toBe(0);
    const zero = {
      createdOrders: 0,
      createdMinor: 0n,
      shippedOrders: 0,
      shippedMinor: 0n,
      remittedMinor: 0n,
    };
    const more = { feeMinor: 0n, writtenOffMinor: 0n, owedOrders: 0, owedMinor: 0n, openingMinor: 0n };
    const drawer = { inMinor: 0n, outMinor: 0n, countedMinor: 1n, currency: 'SYP', decimals: 0 };
    const data = { installId, dayId: randomUUID(), ...zero, ...more, ...drawer };
    await expect(context.db.transaction((tx) => tx.cashDaySum.create({ data }))).rejects.toThrow();
  });

  it('the same id twice is the same record, and with other amounts it is refused', async () => {
    const view = await readCashDay(context, undefined);
    const command = commandFor(view, counted({}));
    expect(await close(command)).toMatchObject({ code: 'closed' });
    expect(await close(command)).toMatchObject({ code: 'closed' });
    const other = {
      ...commandFor(view, () => ({ counted: 1, reason: 'x' })),
      operationId: command.operationId,
    };
    expect(await close(other)).toMatchObject({ code: 'reused' });
    expect(await rows()).toBe(1);
  });

  it('the same id with another reason or label is refused, and the first record stays', async () => {
    const view = await readCashDay(context, undefined);
    const commandWith = (reason: string, label: string) => ({
      ...commandFor(view, () => ({ counted: 1, reason, lines: [{ label, amountMinor: 5 }] })),
      operationId,
    });
    const operationId = randomUUID();
    expect(await close(commandWith('Lost', 'Float'))).toMatchObject({ code: 'closed' });
    expect(await close(commandWith('Lost', 'Float'))).toMatchObject({ code: 'closed' });
    expect(await close(commandWith('Stolen', 'Float'))).toMatchObject({ code: 'reused' });
    expect(await close(commandWith('Lost', 'Tea'))).toMatchObject({ code: 'reused' });
    expect(await rows()).toBe(1);
  });

  it('stores nothing if the notebook changed after the user saw it, or if a currency is missing', async () => {
    const view = await readCashDay(context, undefined);
    await remit(700);
    expect(await close(commandFor(view, counted({})))).toMatchObject({ code: 'changed' });
    const now = await readCashDay(context, undefined);
    await remit(1, 'USD');
    expect(await close(commandFor(now, counted({ SYP: 700 })))).toMatchObject({ code: 'changed' });
    expect(await rows()).toBe(0);
  });

  it('begins with the count of the last closed day, in its corrected version', async () => {
    const { today } = await readCashDay(context, undefined);
    const before = await readCashDay(context, daysBefore(today, 3));
    await close(commandFor(before, () => ({ counted: 40, opening: 40 })));
    const again = await readCashDay(context, before.day);
    await close(commandFor(again, () => ({ counted: 45, opening: 45 })));
    const view = await readCashDay(context, undefined);
    expect(view.figures[0]?.opening).toEqual({
      money: { amount_minor: 45, currency: 'SYP', decimals: 0 },
      day: before.day,
    });
    const wrong = commandFor(view, counted({ SYP: 40 }));
    for (const drawer of wrong.drawers) drawer.openingMinor = 40;
    expect(await close(wrong)).toMatchObject({ code: 'changed' });
    expect(await close(commandFor(view, counted({ SYP: 45 })))).toMatchObject({ code: 'closed' });
  });

  it('refuses a future day, a day too long ago, and a first record before a closed day', async () => {
    const view = await readCashDay(context, undefined);
    const command = commandFor(view, counted({}));
    for (const day of [nextDay(view.today), daysBefore(view.today, pastDaysMax + 1)])
      expect(await close({ ...command, day }), day).toMatchObject({ code: 'day_wrong' });
    await close(command);
    const earlier = await readCashDay(context, daysBefore(view.today, 1));
    expect(earlier.isLaterClosed).toBe(true);
    expect(await close(commandFor(earlier, counted({})))).toMatchObject({ code: 'later_closed' });
  });

  it('names earlier days with postings that are not closed', async () => {
    const { today } = await readCashDay(context, undefined);
    await close(commandFor(await readCashDay(context, daysBefore(today, 5)), counted({})));
    await movePosting(await remit(10), 3);
    await undoPosting(context, await remit(10).then(async (id) => (await movePosting(id, 2), id)));
    expect((await readCashDay(context, undefined)).openDays).toEqual([daysBefore(today, 3)]);
  });

  it('names no day that can no longer be closed: a later day is closed, or it is too long ago', async () => {
    const { today } = await readCashDay(context, undefined);
    await context.db.transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO cash_days (install_id, id, day, version, starts_at, ends_at, content_hash)
        VALUES (${installId}, ${randomUUID()}::uuid, ${daysBefore(today, pastDaysMax + 5)}::date, 1, now(), now(), '')`,
    );
    const [old, recent] = [pastDaysMax + 1, pastDaysMax];
    for (const days of [old, recent]) await movePosting(await remit(10), days);
    expect((await readCashDay(context, undefined)).openDays).toEqual([daysBefore(today, recent)]);
    await close(commandFor(await readCashDay(context, undefined), counted({})));
    expect((await readCashDay(context, daysBefore(today, 1))).openDays).toEqual([]);
  });

  it('counts as sent out no order that came back or was paid before its shipment, also after a posting', async () => {
    const remitFor = async (orderId: string) => {
      const lines = [{ orderId, kind: 'remitted' as const, amountMinor: 1, currency: 'SYP' }];
      const posting = { postingId: randomUUID(), source: 'by_hand' as const, sheetHash: null, lines };
      expect(await postCash(context, Posting.parse(posting))).toMatchObject({ code: 'posted' });
    };
    const back = await mirrorCashOrder(installId, { status: 'shipped' });
    await remitFor(back);
    const shipped = async () => (await readCashDay(context, undefined)).figures[0]?.shipped.orders;
    expect(await shipped()).toBe(1);
    await mirrorCashOrder(installId, { id: back, status: 'returned', at: new Date() });
    expect(await shipped()).toBe(0);
    const at = new Date(Date.now() - 60_000);
    const early = await mirrorCashOrder(installId, { status: 'placed', carrier: null, at });
    await mirrorCashOrder(installId, { id: early, status: 'placed', payment: 'paid', carrier: null, at });
    await mirrorCashOrder(installId, { id: early, status: 'shipped', payment: 'paid' });
    expect(await shipped()).toBe(0);
    const paidAtDoor = await mirrorCashOrder(installId, { status: 'delivered', at });
    await mirrorCashOrder(installId, { id: paidAtDoor, status: 'delivered', payment: 'paid', at });
    expect(await shipped()).toBe(1);
  });
});

describe('an order of which a part was shipped', () => {
  const read = async () => (await readCashDay(context, undefined)).figures[0];

  it('is counted on the day of its first shipment, without an amount', async () => {
    const before = await read();
    expect(before?.partShipped).toBeUndefined();
    const id = await mirrorCashOrder(installId, { status: 'processing' });
    await mirrorCashOrder(installId, { status: 'processing', carrier: null });
    await mirrorCashOrder(installId, {
      status: 'processing',
      at: new Date(Date.now() - 2 * 86_400_000),
    });
    expect(await read()).toMatchObject({ partShipped: 1, shipped: before?.shipped });
    await mirrorCashOrder(installId, { id, status: 'shipped', at: new Date(Date.now() + 1_000) });
    const shipped = { orders: (before?.shipped.orders ?? 0) + 1 };
    expect(await read()).toMatchObject({ shipped });
    expect((await read())?.partShipped).toBeUndefined();
  });
});

describe('a closed day', () => {
  it('stays as it is after a later posting and an undo, and the screen says what changed', async () => {
    const first = await remit(700);
    await close(commandFor(await readCashDay(context, undefined), counted({ SYP: 700 })));
    const before = await readCashDay(context, undefined);
    expect(before.changes).toEqual([]);
    await remit(300);
    await remit(5, 'USD');
    const later = await readCashDay(context, undefined);
    const money = (amount_minor: number, currency = 'SYP') => ({ amount_minor, currency, decimals: 0 });
    expect(later.changes).toEqual([
      { part: 'remitted', was: money(700), now: money(1_000) },
      { part: 'remitted', was: money(0, 'USD'), now: money(5, 'USD') },
    ]);
    await undoPosting(context, first);
    const undone = await readCashDay(context, undefined);
    expect(undone.changes[0]).toEqual({ part: 'remitted', was: money(700), now: money(300) });
    expect(undone.record).toEqual(before.record);
  });

  it('is corrected only explicitly, by a new version that keeps the earlier one', async () => {
    await close(commandFor(await readCashDay(context, undefined), counted({})));
    const first = await readCashDay(context, undefined);
    const blind = commandFor(first, () => ({ counted: 9, reason: 'x' }), { replaces: null });
    expect(await close(blind)).toMatchObject({ code: 'already_closed' });
    const fix = commandFor(first, () => ({ counted: 9, reason: 'Found 9' }));
    expect(await close(fix)).toMatchObject({ code: 'closed' });
    const second = commandFor(first, () => ({ counted: 8, reason: 'x' }));
    expect(await close(second)).toMatchObject({ code: 'already_closed' });
    const view = await readCashDay(context, undefined);
    expect(view.record).toMatchObject({
      version: 2,
      sums: [{ reason: 'Found 9', counted: { amount_minor: 9 } }],
    });
    expect(view.corrected).toMatchObject([{ version: 1, actorName: 'Rima' }]);
    expect(await readDayRecord(context, view.corrected[0]?.id ?? '')).toEqual(first.record);
    expect(view.closed).toMatchObject([{ day: view.today, version: 2, differences: [{ amount_minor: 9 }] }]);
  });

  it('a correction of an earlier day changes the opening amount of the next day, whose record says so', async () => {
    const { today } = await readCashDay(context, undefined);
    const yesterday = daysBefore(today, 1);
    await close(commandFor(await readCashDay(context, yesterday), () => ({ opening: 10, counted: 10 })));
    await close(commandFor(await readCashDay(context, undefined), counted({ SYP: 10 })));
    await close(commandFor(await readCashDay(context, yesterday), () => ({ opening: 12, counted: 12 })));
    const { changes } = await readCashDay(context, undefined);
    expect(changes).toMatchObject([
      { part: 'opening', was: { amount_minor: 10 }, now: { amount_minor: 12 } },
    ]);
  });

  it('is not visible in another install', async () => {
    await close(commandFor(await readCashDay(context, undefined), counted({})));
    const { record } = await readCashDay(context, undefined);
    const other = await installContext(await world.install());
    expect(await readDayRecord(other, record?.id ?? '')).toBeNull();
    expect((await readCashDay(other, undefined)).closed).toEqual([]);
  });
});

describe('two processes', () => {
  const run = async (commands: object[]) =>
    Promise.all(
      commands.map(async (command, index) => {
        const outcome = await programs[index % programs.length]?.run(
          'close-day',
          installId,
          JSON.stringify(command),
        );
        if (!outcome?.ok) throw new Error(`step failed: ${outcome?.error ?? 'the process ended'}`);
        return (outcome.value as { code: string }).code;
      }),
    );

  it('that close the same day store one record, and the second learns of the first', async () => {
    for (let round = 0; round < 5; round++) {
      installId = await world.install();
      await atNoon(installId);
      context = await installContext(installId);
      const view = await readCashDay(context, undefined);
      const commands = [1, 2].map((amount) => commandFor(view, () => ({ opening: amount, counted: amount })));
      expect((await run(commands)).sort()).toEqual(['already_closed', 'closed']);
      expect(await rows()).toBe(1);
    }
  });

  it('that correct the same version store one correction', async () => {
    await close(commandFor(await readCashDay(context, undefined), counted({})));
    const view = await readCashDay(context, undefined);
    const commands = [1, 2].map((amount) => commandFor(view, () => ({ opening: amount, counted: amount })));
    expect((await run(commands)).sort()).toEqual(['already_closed', 'closed']);
    expect((await readCashDay(context, undefined)).record?.version).toBe(2);
  });

  it('that send the same form both succeed, with one record', async () => {
    const command = commandFor(await readCashDay(context, undefined), counted({}));
    expect(await run([command, command])).toEqual(['closed', 'closed']);
    expect(await rows()).toBe(1);
  });
});
