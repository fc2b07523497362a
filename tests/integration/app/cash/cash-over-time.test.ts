import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryKinds } from '@/lib/cash/cash-commands';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { Random } from '@/sandbox/world/random';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { testScale } from '@/tests/support/stack/test-scale';

const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
/**
 * Number of simulated days: 1,000 with TEST_SCALE=1, and at least 80. Within 40 days, 1 of 400 seeds has no undone
 * posting, and then the test would fail.
 */
const days = Math.max(80, Math.round(1_000 * testScale));
const dayMs = 86_400_000;

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

/**
 * The state of an order in the model. `fixed` is the expected cash at the time of the first posting (a set of cash
 * entries) that was not undone. Later changes of the order do not change `fixed`.
 */
type Parcel = {
  id: string;
  currency: string;
  carrier: string;
  minor: number;
  status: 'placed' | 'shipped' | 'delivered' | 'returned';
  isPaid: boolean;
  fixed: number | null;
  /** The lines for this parcel in all postings, including the undone ones. */
  lines: { posting: Posted; amount: number }[];
};
type Posted = { id: string; isUndone: boolean };

/**
 * A model of a store, like the merchant's own list on paper: the parcels, and the cash that was settled for each
 * parcel.
 */
class Paper {
  readonly parcels: Parcel[] = [];
  readonly postings: Posted[] = [];

  /**
   * Returns the settled cash of a parcel, and whether any posting contains the parcel. Undone postings do not count. Only
   * the parcel's own lines are read: a search of all postings for each parcel takes most of the time after some hundred
   * days.
   */
  settled(parcel: Parcel): { sum: number; hasPosting: boolean } {
    const lines = parcel.lines.filter(({ posting }) => !posting.isUndone);
    return { sum: lines.reduce((total, { amount }) => total + amount, 0), hasPosting: lines.length > 0 };
  }

  /** Returns the cash that the carrier owes for a parcel: the collected cash minus the settled cash. */
  owed(parcel: Parcel): number {
    const { sum, hasPosting } = this.settled(parcel);
    if (hasPosting) return (parcel.fixed ?? parcel.minor) - sum;
    return parcel.status === 'delivered' && !parcel.isPaid ? parcel.minor : 0;
  }

  /** Returns the balance of each carrier in each currency, in minor units. Balances of zero are left out. */
  balances(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const parcel of this.parcels) {
      const key = `${parcel.carrier} ${parcel.currency}`;
      sums.set(key, (sums.get(key) ?? 0) + this.owed(parcel));
    }
    return new Map([...sums].filter(([, sum]) => sum !== 0).sort());
  }
}

it(`cash of seed ${seed}: on each of ${days} simulated days, the balances are those that a merchant would keep on paper`, {
  timeout: 60_000 + 2_000 * days,
}, async () => {
  const random = new Random(`${seed}/paper`);
  const installId = await world.install();
  const context = await installContext(installId);
  const paper = new Paper();
  const startMs = Date.now() - days * dayMs;
  for (let day = 0; day < days; day++) {
    const at = new Date(startMs + day * dayMs);
    const mirror = ({ id, currency, carrier, minor, status, isPaid }: Parcel) =>
      mirrorCashOrder(installId, {
        id,
        currency,
        minor,
        status,
        at,
        payment: isPaid ? 'paid' : 'unpaid',
        paid: isPaid ? minor : 0,
        carrier: status === 'placed' ? null : carrier,
      });
    for (let count = random.int(0, 2); count > 0; count--) {
      const parcel: Parcel = {
        id: `ord_${randomUUID()}`,
        currency: random.chance(0.3) ? 'USD' : 'SYP',
        carrier: random.pick(['One', 'Two', 'Three']),
        minor: random.int(1, 5_000),
        status: 'placed',
        isPaid: false,
        fixed: null,
        lines: [],
      };
      paper.parcels.push(parcel);
      await mirror(parcel);
    }
    for (const parcel of paper.parcels) if (move(parcel, random, paper)) await mirror(parcel);
    if (random.chance(0.5)) await post(context, paper, random);
    if (random.chance(0.15)) await undo(context, paper, random);
    expect(await notebookOf(context), `day ${day}`).toEqual(paper.balances());
  }
  expect(paper.postings.some(({ isUndone }) => isUndone)).toBe(true);
  expect(paper.parcels.some(({ isPaid }) => isPaid)).toBe(true);
  expect(paper.parcels.some(({ fixed, minor }) => fixed !== null && fixed !== minor)).toBe(true);
});

/** With a certain probability, moves a parcel one step further. Returns true if the parcel changed. */
function move(parcel: Parcel, random: Random, paper: Paper): boolean {
  const isOnTheWay = parcel.status === 'shipped' || parcel.status === 'delivered';
  // The total of an order can also change after a posting. Then `fixed` and `minor` differ, until all postings of the
  // parcel are undone.
  const changesTotal = parcel.status === 'placed' ? random.chance(0.1) : isOnTheWay && random.chance(0.03);
  if (changesTotal && !parcel.isPaid) {
    parcel.minor = random.int(1, 5_000);
    return true;
  }
  if (parcel.status === 'placed' && random.chance(0.4)) parcel.status = 'shipped';
  else if (parcel.status === 'shipped' && random.chance(0.4))
    parcel.status = random.chance(0.8) ? 'delivered' : 'returned';
  else if (parcel.status === 'delivered' && !parcel.isPaid && random.chance(0.02)) parcel.isPaid = true;
  else if (parcel.status === 'delivered' && !paper.settled(parcel).hasPosting && random.chance(0.01))
    parcel.status = 'returned';
  else return false;
  return true;
}

/** Posts a remittance (cash that a carrier hands over) for up to four parcels that have left the store. */
async function post(context: InstallContext, paper: Paper, random: Random): Promise<void> {
  const left = paper.parcels.filter(({ status }) => status !== 'placed');
  if (left.length === 0) return;
  const lines = Array.from({ length: random.int(1, 4) }, () => {
    // The test chooses newer parcels more often, because real stores also settle mostly new parcels.
    const parcel = left[Math.max(0, left.length - 1 - random.int(0, 12))] ?? random.pick(left);
    const kind = random.pick(entryKinds);
    return { parcel, kind, amount: random.chance(0.5) ? parcel.minor : random.int(0, 2_000) };
  });
  const posting: Posted = { id: randomUUID(), isUndone: false };
  const outcome = await postCash(context, {
    postingId: posting.id,
    source: 'by_hand',
    sheetHash: null,
    note: '',
    lines: lines.map(({ parcel, kind, amount }) => ({
      orderId: parcel.id as never,
      kind,
      amountMinor: amount,
      currency: parcel.currency,
    })),
  });
  expect(outcome.code).toBe('posted');
  for (const { parcel } of lines) if (!paper.settled(parcel).hasPosting) parcel.fixed = parcel.minor;
  for (const { parcel, amount } of lines) parcel.lines.push({ posting, amount });
  paper.postings.push(posting);
}

async function undo(context: InstallContext, paper: Paper, random: Random): Promise<void> {
  const standing = paper.postings.filter(({ isUndone }) => !isUndone);
  if (standing.length === 0) return;
  const posting = random.pick(standing);
  const outcome = await undoPosting(context, posting.id);
  expect(outcome.code).toBe('undone');
  posting.isUndone = true;
}

async function notebookOf(context: InstallContext): Promise<Map<string, number>> {
  const balances = await readBalances(context);
  const rows = balances.map(
    ({ carrierName, sum }) => [`${carrierName} ${sum.currency}`, sum.amount_minor] as const,
  );
  return new Map(rows.filter(([, sum]) => sum !== 0).sort(([one], [other]) => (one < other ? -1 : 1)));
}
