import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryKinds, Posting } from '@/lib/cash/cash-commands';
import { closeDay } from '@/lib/cash/day/close-day.server';
import { CloseDayCommand } from '@/lib/cash/day/day-commands';
import type { CashDayView, DayRecord } from '@/lib/cash/day/day-view';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { readDayRecord } from '@/lib/cash/day/read-day-record.server';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { Random } from '@/sandbox/world/random';
import { atNoon } from '@/tests/support/cash/at-noon';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { testScale } from '@/tests/support/stack/test-scale';

/** Seed of the random steps in the test. The same seed gives the same steps. */
const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const worlds = Math.max(2, Math.round(20 * testScale));
const stepsOfWorld = 30;
const currencies = ['SYP', 'USD'] as const;

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

/**
 * A posting (one user action that adds cash entries) in the model of the test. Each line has the currency of its order.
 */
type Posted = {
  id: string;
  isUndone: boolean;
  lines: { currency: string; kind: string; amountMinor: number }[];
};

const partOf = { remitted: 'remitted', fee: 'fee', writtenOff: 'written_off' } as const;

/**
 * The sum of the model's entries in one currency. A floating-point number is exact here, because the amounts are small.
 */
const sumOf = (postings: readonly Posted[], currency: string, kind: string) =>
  postings
    .filter(({ isUndone }) => !isUndone)
    .flatMap(({ lines }) => lines)
    .reduce(
      (sum, line) => sum + (line.currency === currency && line.kind === kind ? line.amountMinor : 0),
      0,
    );

it.each(Array.from({ length: worlds }, (_, n) => n))(
  `cash days of seed ${seed}, world %i: each record has the sums of the entries when it was stored, its difference adds up, and it never changes`,
  async (n) => {
    const random = new Random(`${seed}/cash-day/${n}`);
    const installId = await world.install();
    await atNoon(installId);
    const context = await installContext(installId);
    const orders: { id: string; currency: string }[] = [];
    for (let place = 0; place < 4; place++) {
      const currency = currencies[place % 2] ?? 'SYP';
      orders.push({ id: await mirrorCashOrder(installId, { currency, minor: 5_000 }), currency });
    }
    const postings: Posted[] = [];
    const records: DayRecord[] = [];

    for (let step = 0; step < stepsOfWorld; step++) {
      const open = postings.filter(({ isUndone }) => !isUndone);
      if (random.chance(0.3) && open.length > 0) {
        const posting = random.pick(open);
        await undoPosting(context, posting.id);
        posting.isUndone = true;
      } else if (random.chance(0.7)) {
        await post();
      } else {
        await storeRecord(await readCashDay(context, undefined));
      }
      await checkScreen();
    }
    await storeRecord(await readCashDay(context, undefined));
    for (const record of records) expect(await readDayRecord(context, record.id)).toEqual(record);

    async function post(): Promise<void> {
      const lines = Array.from({ length: random.int(1, 4) }, () => {
        const { id: orderId, currency } = random.pick(orders);
        return { orderId, currency, kind: random.pick(entryKinds), amountMinor: random.int(0, 400) };
      });
      const id = randomUUID();
      const posting = Posting.parse({ postingId: id, source: 'by_hand', sheetHash: null, lines });
      expect(await postCash(context, posting)).toMatchObject({ code: 'posted' });
      postings.push({ id, isUndone: false, lines });
    }

    async function storeRecord(view: CashDayView): Promise<void> {
      const drawers = view.figures.map(({ currency, decimals, remitted }) => ({
        currency,
        decimals,
        openingMinor: random.int(0, 500),
        remittedMinor: remitted.amount_minor,
        countedMinor: random.int(0, 3_000),
        reason: 'random',
        lines: Array.from({ length: random.int(0, 3) }, () => ({
          label: 'other',
          amountMinor: random.int(1, 90) * (random.chance(0.5) ? 1 : -1),
        })),
      }));
      const id = randomUUID();
      const replaces = view.record?.version ?? null;
      const command = { installId, operationId: id, day: view.day, replaces, drawers };
      expect(await closeDay(context, CloseDayCommand.parse(command))).toMatchObject({ code: 'closed' });
      const record = await readDayRecord(context, id);
      if (!record) throw new Error('the record was not stored');
      records.push(record);
      expect(record.version).toBe(records.length);
      expect(record.sums.map(({ currency }) => currency).sort()).toEqual([...currencies]);
      for (const sum of record.sums) {
        const drawer = drawers.find(({ currency }) => currency === sum.currency);
        if (!drawer) throw new Error('the record has another currency');
        for (const [part, kind] of Object.entries(partOf))
          expect(sum[part as keyof typeof partOf].amount_minor, part).toBe(
            sumOf(postings, sum.currency, kind),
          );
        const other = drawer.lines.reduce((total, line) => total + line.amountMinor, 0);
        const expected = drawer.openingMinor + sumOf(postings, sum.currency, 'remitted') + other;
        expect(sum.expected.amount_minor).toBe(expected);
        expect(sum.difference.amount_minor).toBe(drawer.countedMinor - expected);
      }
    }

    /**
     * Checks that the screen shows the newest record of the day (its stored cash sums). Also checks that the screen
     * names exactly those parts of the record that differ from the cash entries now.
     */
    async function checkScreen(): Promise<void> {
      const { record, changes, corrected } = await readCashDay(context, undefined);
      const newest = records.at(-1);
      expect(record).toEqual(newest ?? null);
      expect(corrected).toHaveLength(Math.max(0, records.length - 1));
      const wanted = (newest?.sums ?? []).flatMap((sum) =>
        Object.entries(partOf).flatMap(([part, kind]) => {
          const was = sum[part as keyof typeof partOf].amount_minor;
          const now = sumOf(postings, sum.currency, kind);
          return was === now ? [] : [{ currency: sum.currency, part, was, now }];
        }),
      );
      const seen = changes.map(({ part, was, now }) => ({
        currency: was.currency,
        part,
        was: was.amount_minor,
        now: now.amount_minor,
      }));
      expect(seen).toEqual(wanted);
    }
  },
);
