import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearMarks } from '@/lib/mirror/dirty/dirty-queue.server';
import { buryOrder, writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { buryProduct, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import type { Order } from 'commerce-platform-client/contract/orders';
import type { InstallId, OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import { tenantDb, type Tx } from '@/lib/system/db';
import { Random } from '@/sandbox/world/random';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { testScale } from '@/tests/support/stack/test-scale';

/**
 * Number of random cases. Each test compares a decision of the mirror's SQL functions with a model in
 * TypeScript, in batches of thousands of cases. (The mirror is the app's copy of the store's data.)
 */
const cases = 10_000;
/** Number of random cases of the tests that write rows, which is slower. At full test size, it is `cases`. */
const writtenCases = testScale < 1 ? 2_000 : cases;
const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const random = new Random(seed);
const sample = <T>(of: fc.Arbitrary<T>, numRuns = cases) =>
  fc.sample(of, { numRuns, seed: random.int(0, 1e9) });

let world: AppWorld;
beforeAll(async () => {
  world = await startAppWorld({
    platform: {
      origin: 'http://127.0.0.1:1',
      clientId: 'daftar-test',
      clientSecret: 'a-client-secret-for-tests-of-32-bytes',
      control: async <Answer>() => ({ stores: [] }) as Answer,
      stop: async () => undefined,
    },
  });
  console.log(`seed ${seed}`);
});
afterAll(() => world.stop());

/**
 * The version of a record that one read of the platform returned. `fence` is a number taken before the read; a later
 * read has a higher number. `at` is the time of the record's last change in minutes; null if the platform returned no
 * time. The tests use only a few different values, so that equal values occur often.
 */
type Seen = { at: number | null; fence: number };
const at = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 6 });
const seenRow = fc.record({ at, fence: fc.integer({ min: 1, max: 6 }) });

const isForward = (stored: Seen, read: Seen) =>
  stored.at === null || read.at === null || stored.at === read.at
    ? read.fence > stored.fence
    : read.at > stored.at;

const instant = (minutes: number | null) =>
  minutes === null ? null : new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();

it('D4 M4: a read replaces a row only if its updated_at is later, or if its fence is greater when updated_at does not decide', async () => {
  const pairs = sample(fc.tuple(seenRow, seenRow));
  const answers = await world.system<{ forward: boolean; back: boolean }>(
    `SELECT is_forward(held_at, stored_fence, read_at, read_fence) AS forward,
       is_forward(read_at, read_fence, held_at, stored_fence) AS back
     FROM jsonb_to_recordset($1) AS c (n integer, held_at timestamptz, stored_fence bigint, read_at timestamptz,
       read_fence bigint) ORDER BY n`,
    [
      JSON.stringify(
        pairs.map(([stored, read], n) => ({
          n,
          held_at: instant(stored.at),
          stored_fence: stored.fence,
          read_at: instant(read.at),
          read_fence: read.fence,
        })),
      ),
    ],
  );
  expect(answers).toHaveLength(cases);
  for (const [index, [stored, read]] of pairs.entries()) {
    const { forward, back } = answers[index] ?? {};
    const what = JSON.stringify({ held: stored, read });
    expect(forward, what).toBe(isForward(stored, read));
    // The query calls is_forward with the stored row and the read, and once more with both exchanged. At most one of
    // the two results may be true. If the fences (numbers of the reads) differ, exactly one result must be true.
    expect(forward && back, what).toBe(false);
    if (stored.fence !== read.fence) expect(forward || back, what).toBe(true);
  }
});

it('M5: only a read with a greater fence replaces a tombstone, whatever the dates are', async () => {
  const pairs = sample(fc.tuple(seenRow, seenRow, fc.boolean()));
  const answers = await world.system<{ replaces: boolean }>(
    `SELECT may_replace(CASE WHEN deleted THEN now() END, held_at, stored_fence, read_at, read_fence) AS replaces
     FROM jsonb_to_recordset($1) AS c (n integer, deleted boolean, held_at timestamptz, stored_fence bigint,
       read_at timestamptz, read_fence bigint) ORDER BY n`,
    [
      JSON.stringify(
        pairs.map(([stored, read, deleted], n) => ({
          n,
          deleted,
          held_at: instant(stored.at),
          stored_fence: stored.fence,
          read_at: instant(read.at),
          read_fence: read.fence,
        })),
      ),
    ],
  );
  for (const [index, [stored, read, deleted]] of pairs.entries())
    expect(answers[index]?.replaces, JSON.stringify({ held: stored, read, deleted })).toBe(
      deleted ? read.fence > stored.fence : isForward(stored, read),
    );
});

/**
 * A read of one entity by the worker. `gone` is true if the platform reported the entity as deleted. A list of reads is
 * in the order in which the app stores them.
 */
type Read = Seen & { gone: boolean };

function shuffled<T>(items: readonly T[]): T[] {
  const remaining = [...items];
  return items.map(() => remaining.splice(random.int(0, remaining.length - 1), 1)[0] as T);
}

/**
 * Yields groups of reads, so that one SQL statement can store a whole group. The reads of a group have the same fence
 * and come from different test cases. All reads of a group have the same position in the list of their test case.
 */
function* batches(all: Map<number, Read[]>): Generator<{ reads: [number, Read][]; fence: number }> {
  for (let turn = 0; turn < 6; turn++)
    for (const fence of [1, 2, 3, 4, 5, 6]) {
      const reads = [...all].flatMap(([index, own]): [number, Read][] => {
        const read = own[turn];
        return read?.fence === fence ? [[index, read]] : [];
      });
      if (reads.length > 0) yield { reads, fence };
    }
}

/**
 * Number of cases per transaction. With 1,000 cases, a transaction exceeded its time limit of 20 s on a busy machine.
 */
const together = 200;

/**
 * Splits the cases into groups, and calls `work` in one transaction for each group. `some` contains the cases
 * of one group; its keys are the indexes of the cases in `all`.
 */
async function inBatches(
  installId: InstallId,
  all: Read[][],
  work: (tx: Tx, some: Map<number, Read[]>) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < all.length; first += together) {
    const some = new Map(all.slice(first, first + together).map((reads, place) => [first + place, reads]));
    await tenantDb(installId).transaction((tx) => work(tx, some));
  }
}

it('M4, M8: an order ends with its newest read, in whatever order the reads are stored', async () => {
  const installId = 'inst_orders' as InstallId;
  const dates = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 });
  const all = sample(dates, writtenCases).map((own) =>
    shuffled(own.map((date, place): Read => ({ at: date, fence: place + 1, gone: false }))),
  );
  await inBatches(installId, all, async (tx, some) => {
    for (const { reads, fence } of batches(some))
      await writeOrders(
        tx,
        installId,
        reads.map(([index, read]) => orderOf(index, read)),
        { fence: BigInt(fence) },
      );
  });
  const rows = await tenantDb(installId).transaction((tx) =>
    tx.mirrorOrder.findMany({ where: { installId }, orderBy: { id: 'asc' } }),
  );
  expect(rows).toHaveLength(writtenCases);
  for (const [index, row] of rows.entries()) {
    const reads = all[index] ?? [];
    const last = reads.reduce((stored, read) => (isForward(stored, read) ? read : stored));
    expect([row.updatedAt.toISOString(), Number(row.fence), row.status], JSON.stringify(reads)).toEqual([
      instant(last.at),
      last.fence,
      `read ${last.fence}`,
    ]);
  }
}, 300_000);

/**
 * Generates reads that do not contradict each other. A later read returns the same version of the entity, a
 * newer version, or that it is deleted.
 */
const agreeing = fc
  .array(fc.record({ step: fc.integer({ min: 0, max: 2 }), gone: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((steps) => {
    let minute = 0;
    return steps.map(({ step, gone }, place): Read => {
      minute += step;
      return { at: minute, fence: place + 1, gone: gone === 0 };
    });
  });

it('M5: a deleted entity ends in the state that the read with the latest start saw, in whatever order the reads are stored', async () => {
  const installId = 'inst_deleted' as InstallId;
  const all = sample(agreeing, writtenCases).map(shuffled);
  // The test runs every case on products, and every 20th case also on orders. This is enough for orders, because the
  // mirror stores the deletion of an order in the same way as that of a product.
  const isTriedOnOrders = (index: number) => index % 20 === 0;
  await inBatches(installId, all, async (tx, some) => {
    for (const { reads, fence: number } of batches(some)) {
      const fence = BigInt(number);
      const products = reads.map(([index, { at, gone }]) => {
        const id = idOf('prod', index) as ProductId;
        return { gone, product: { id, updated_at: instant(at), variants: [] } };
      });
      const seen = products.filter(({ gone }) => !gone).map(({ product }) => product);
      if (seen.length > 0) await writeProducts(tx, installId, seen, fence);
      for (const { gone, product } of products) if (gone) await buryProduct(tx, installId, product.id, fence);
      for (const [index, read] of reads) {
        if (!isTriedOnOrders(index)) continue;
        const order = orderOf(index, read);
        if (read.gone) await buryOrder(tx, installId, order.id, { fence });
        else await writeOrders(tx, installId, [order], { fence });
      }
    }
  });
  const rows = await tenantDb(installId).transaction(async (tx) => {
    const where = { installId };
    const select = { id: true, deletedAt: true, fence: true };
    return [
      ...(await tx.mirrorProduct.findMany({ where, select })),
      ...(await tx.mirrorOrder.findMany({ where, select })),
    ];
  });
  expect(rows).toHaveLength(writtenCases + writtenCases / 20);
  for (const { id, deletedAt, fence } of rows) {
    const reads = all[Number(id.split('_')[1])] ?? [];
    const last = reads.reduce((stored, read) => (read.fence > stored.fence ? read : stored));
    expect([deletedAt !== null, Number(fence)], `${id} ${JSON.stringify(reads)}`).toEqual([
      last.gone,
      last.fence,
    ]);
  }
}, 300_000);

/**
 * What can happen to the dirty mark of an entity (the request to read it). An event sets the mark, an event
 * is committed late, a worker claims the mark, or a claimed read ends.
 */
type Happening = 'event' | 'late_event' | 'claim' | 'clear';
type Claim = { mark: bigint; claim: number };
type Model = {
  mark: bigint | null;
  claim: number;
  isLeased: boolean;
  /**
   * The claims of all workers that are reading the entity, oldest claim first. The reads of these workers may end in
   * any order.
   */
  claims: Claim[];
  events: { mark: bigint; isSettled: boolean }[];
};

it("M7: only a read that saw a mark's current value clears it, and the mark's events are settled with it", async () => {
  const installId = 'inst_marks' as InstallId;
  const histories = sample(
    fc.array(fc.constantFrom<Happening>('event', 'event', 'late_event', 'claim', 'claim', 'clear', 'clear'), {
      minLength: 1,
      maxLength: 12,
    }),
  );
  const models = histories.map(
    (): Model => ({ mark: null, claim: 0, isLeased: false, claims: [], events: [] }),
  );
  // Each `event` sets a dirty mark with a new odd number. A `late_event` stands for an event that took its number early
  // but is committed late. Its number is lower than that of the last event. It is also even, so that no other event has
  // the same number.
  let lastMark = 1n;
  for (let turn = 0; turn < 12; turn++) {
    const now = (name: Happening) =>
      models.flatMap((model, index) => (histories[index]?.[turn] === name ? [{ model, index }] : []));
    lastMark += 2n;
    await mark(now('event'), lastMark);
    await mark(now('late_event'), lastMark - 3n);
    await claimThem(now('claim').filter(({ model }) => model.mark !== null));
    await clearThem(now('clear').filter(({ model }) => model.claims.length > 0));
  }
  // From here on, no transaction of an earlier event is in progress, so no new dirty mark can appear. The test claims
  // each mark once more and reads its entity. Afterwards no dirty mark may be left.
  const marked = models.map((model, index) => ({ model, index })).filter(({ model }) => model.mark !== null);
  await check();
  await claimThem(marked);
  for (const { model } of marked) model.claims = model.claims.slice(-1);
  await clearThem(marked);
  await check();
  const [row] = await world.system<{ open: string }>(
    `SELECT (SELECT count(*) FROM dirty_marks WHERE install_id = $1) AS open`,
    [installId],
  );
  expect(row?.open).toBe('0');

  async function mark(some: { model: Model; index: number }[], value: bigint): Promise<void> {
    const rows = some.map(({ index }) => ({ id: idOf('ord', index), event: randomUUID() }));
    await world.system(
      `WITH told AS (SELECT * FROM jsonb_to_recordset($2) AS t (id text, event text)), marked AS (
         INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark) SELECT $1, 'order', id, $3 FROM told
         ON CONFLICT (install_id, kind, entity_id) DO UPDATE SET mark = excluded.mark)
       INSERT INTO inbox (install_id, event_id, topic, state, kind, entity_id, mark)
       SELECT $1, event, 'order.paid', 'marked', 'order', id, $3 FROM told`,
      [installId, JSON.stringify(rows), String(value)],
    );
    for (const { model } of some) {
      // An event for an entity that already has a dirty mark keeps the lease and the claim number of the
      // mark. A new mark has no lease, and its claim number is 0.
      if (model.mark === null) Object.assign(model, { claim: 0, isLeased: false });
      model.mark = value;
      model.events.push({ mark: value, isSettled: false });
    }
  }

  async function claimThem(some: { model: Model; index: number }[]): Promise<void> {
    await world.system(
      `UPDATE dirty_marks SET lease_until = now() + interval '1 hour', claim = claim + 1
       WHERE install_id = $1 AND entity_id = ANY($2)`,
      [installId, some.map(({ index }) => idOf('ord', index))],
    );
    for (const { model } of some) {
      model.claim += 1;
      model.isLeased = true;
      if (model.mark !== null) model.claims.push({ mark: model.mark, claim: model.claim });
    }
  }

  async function clearThem(some: { model: Model; index: number }[]): Promise<void> {
    const ended = some.map(({ model, index }) => {
      const [claim] = model.claims.splice(random.int(0, model.claims.length - 1), 1);
      if (!claim) throw new Error('no read is in progress');
      return { model, index, claim };
    });
    if (ended.length > 0)
      await clearMarks(
        ended.map(({ index, claim }) => ({
          installId,
          kind: 'order',
          entityId: idOf('ord', index),
          ...claim,
        })),
      );
    for (const { model, claim } of ended) {
      if (model.mark === claim.mark) model.mark = null;
      else if (model.mark !== null && model.claim === claim.claim) model.isLeased = false;
      for (const event of model.events)
        if (model.mark === null || event.mark <= claim.mark) event.isSettled = true;
    }
  }

  async function check(): Promise<void> {
    const rows = await world.system<{ entity_id: string; mark: string; claim: number; leased: boolean }>(
      'SELECT entity_id, mark, claim, lease_until IS NOT NULL AS leased FROM dirty_marks WHERE install_id = $1',
      [installId],
    );
    const marks = new Map(rows.map((row) => [row.entity_id, row]));
    const settled = await world.system<{ entity_id: string; n: string }>(
      `SELECT entity_id, count(*) AS n FROM inbox WHERE install_id = $1 AND state = 'settled' AND settled_at IS NOT NULL
       GROUP BY entity_id`,
      [installId],
    );
    const ends = new Map(settled.map(({ entity_id, n }) => [entity_id, Number(n)]));
    for (const [index, model] of models.entries()) {
      const id = idOf('ord', index);
      const stored = marks.get(id);
      const expected = model.mark === null ? null : [String(model.mark), model.claim, model.isLeased];
      const what = `${id} ${histories[index]?.join(', ')}`;
      expect(stored ? [stored.mark, stored.claim, stored.leased] : null, what).toEqual(expected);
      expect(ends.get(id) ?? 0, what).toBe(model.events.filter(({ isSettled }) => isSettled).length);
    }
  }
}, 300_000);

function idOf(prefix: string, index: number): string {
  return `${prefix}_${String(index).padStart(6, '0')}`;
}

function orderOf(index: number, { at: minutes, fence }: Seen): Order {
  const money = { amount_minor: 1, currency: 'SYP', decimals: 0 };
  return {
    id: idOf('ord', index) as OrderId,
    order_number: String(index),
    status: `read ${fence}`,
    payment_status: 'unpaid',
    source: null,
    line_pricing: 'gross',
    subtotal: money,
    discount: money,
    shipping: money,
    tax: money,
    total: money,
    paid: money,
    refunded: money,
    exchange_rate: null,
    tags: [],
    created_at: instant(0) ?? '',
    updated_at: instant(minutes) ?? '',
  };
}
