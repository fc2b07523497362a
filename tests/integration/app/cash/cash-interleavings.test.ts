import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryKinds } from '@/lib/cash/cash-commands';
import { readBalances } from '@/lib/cash/read-balances.server';
import { Random } from '@/sandbox/world/random';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { type Program, startProgram } from '@/tests/support/stack/program';
import { testScale } from '@/tests/support/stack/test-scale';

/** Seed of the random steps of the two processes. The same seed gives the same steps. */
const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const worlds = Math.max(2, Math.round(100 * testScale));
const stepsOfProcess = 25;

let world: AppWorld;
let programs: Program[] = [];

beforeAll(async () => {
  world = await startAppWorld();
  programs = await Promise.all([startProgram(world.appEnv), startProgram(world.appEnv)]);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await world.stop();
});

type Entry = { posting_id: string; order_id: string; currency: string; amount: bigint; is_undone: boolean };

it.each(Array.from({ length: worlds }, (_, n) => n))(
  `cash interleavings of seed ${seed}, world %i: the balance is the expected cash minus the sum of the entries, a posting counts once, and an undone one counts zero`,
  async (n) => {
    const random = new Random(`${seed}/cash/${n}`);
    const installId = await world.install();
    const context = await installContext(installId);
    const orders: { id: string; currency: string; minor: number }[] = [];
    for (let place = 0; place < 6; place++) {
      const currency = place % 3 === 2 ? 'USD' : 'SYP';
      const minor = random.int(100, 2_000);
      const id = await mirrorCashOrder(installId, { currency, minor, carrier: place % 2 ? 'One' : 'Two' });
      orders.push({ id, currency, minor });
    }
    // The test uses few postings (sets of cash entries) and few remittance sheets. So both processes often post or undo
    // the same posting, or post the same sheet.
    const postings = Array.from({ length: 8 }, (_, index) => ({
      postingId: randomUUID(),
      source: index < 4 ? 'sheet' : 'by_hand',
      sheetHash: index < 4 ? String(index % 2).repeat(64) : null,
      lines: Array.from({ length: random.int(1, 5) }, () => {
        const { id: orderId, currency } = random.pick(orders);
        return { orderId, currency, kind: random.pick(entryKinds), amountMinor: random.int(0, 500) };
      }),
    }));
    const steps = programs.map(() =>
      Array.from({ length: stepsOfProcess }, () => ({
        posting: random.pick(postings),
        isUndo: random.chance(0.4),
      })),
    );
    const codes = await Promise.all(
      programs.map(async (program, index) => {
        const own: unknown[] = [];
        for (const { posting, isUndo } of steps[index] ?? []) {
          const outcome = isUndo
            ? await program.run('undo-posting', installId, posting.postingId)
            : await program.run('post-cash', installId, JSON.stringify(posting));
          if (!outcome?.ok) throw new Error(`step failed: ${outcome?.error ?? 'the process ended'}`);
          own.push((outcome.value as { code: string }).code);
        }
        return own;
      }),
    );
    expect(new Set(codes.flat())).toContain('posted');

    const entries = await context.db.transaction(
      (tx) => tx.$queryRaw<Entry[]>`
        SELECT e.posting_id, e.order_id, e.currency, sum(e.amount_minor)::bigint AS amount,
          p.undone_at IS NOT NULL AS is_undone
        FROM cash_entries e JOIN cash_postings p ON p.install_id = e.install_id AND p.id = e.posting_id
        GROUP BY 1, 2, 3, 5`,
    );
    const amountOf = (posting: (typeof postings)[number], orderId: string) =>
      posting.lines.reduce((sum, line) => sum + (line.orderId === orderId ? line.amountMinor : 0), 0);
    for (const entry of entries) {
      const posting = postings.find(({ postingId }) => postingId === entry.posting_id);
      const wanted = entry.is_undone || !posting ? 0 : amountOf(posting, entry.order_id);
      expect(Number(entry.amount), `${entry.posting_id} ${entry.order_id}`).toBe(wanted);
    }
    for (const currency of ['SYP', 'USD']) {
      const due = orders.reduce((sum, order) => sum + (order.currency === currency ? order.minor : 0), 0);
      const settled = entries.reduce((sum, e) => sum + (e.currency === currency ? Number(e.amount) : 0), 0);
      const balances = (await readBalances(context)).filter(({ sum }) => sum.currency === currency);
      const balance = balances.reduce((sum, one) => sum + one.sum.amount_minor, 0);
      expect(balance, currency).toBe(due - settled);
    }
    const posted = await context.db.transaction((tx) =>
      tx.cashPosting.groupBy({ by: ['sheetHash'], where: { undoneAt: null }, _count: true }),
    );
    for (const { sheetHash, _count } of posted) if (sheetHash !== null) expect(_count).toBe(1);
  },
);
