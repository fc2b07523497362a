import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listLocations } from '@/lib/inventory/list-locations.server';
import { matchStockSheet } from '@/lib/inventory/match-stock-sheet.server';
import { MatchStockSheetCommand } from '@/lib/inventory/stock-sheet';
import { writeMovements } from '@/lib/mirror/products/movement-mirror.server';
import { buryProduct, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import type { BulkRequestInput } from '@/lib/operations/bulk/bulk-run';
import { pauseBulkRun, resumeBulkRun, retryBulkRun } from '@/lib/operations/bulk/change-bulk-run.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import { purgeBulkNotes } from '@/lib/operations/sending/purge-requests.server';
import { listBulkItems, listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { preflightBulk, startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { CreateMovementBody, Movement } from 'commerce-platform-client/contract/inventory';
import { Product } from 'commerce-platform-client/contract/products';
import { ProductId } from 'commerce-platform-client/contract/ids';
import { nextFence } from '@/lib/system/db';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import {
  type BulkFixture,
  effectsOfItem,
  itemsOf,
  createBulkFixture,
  progressOf,
  startTime,
  untilEnded,
} from '@/tests/support/operations/bulk-fixture';
import { eventually } from '@/tests/support/stack/eventually';
import { mirrorCatalogue } from '@/tests/support/mirror/mirror-catalogue';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';

/**
 * Tests bulk runs that adjust the stock of many variants from a pasted sheet. Expected values come from the platform's
 * own stock and from the sandbox's ledger of effects (executed changes). In the ledger, an idempotency key identifies
 * each effect. The time limits are long, because a test waits for many writes.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

type TrueVariant = { id: string; sku: string; barcode: string; stock: number };
type Dump = {
  products: { id: string; variants: TrueVariant[] }[];
  movements: { variant_id: string; delta: number; reason: string }[];
};

let world: AppWorld;
let on: BulkFixture;
let location: string;
/** Variants of the store with a stock of at least 20 and a SKU that no other variant has. */
let stocked: TrueVariant[];

beforeAll(async () => {
  world = await startAppWorld();
  on = await createBulkFixture(world);
  await mirrorCatalogue(on.context);
  const { products } = await dump();
  location = world.stores[0]?.locations[0] ?? '';
  stocked = products.flatMap(({ variants }) => variants).filter(({ stock }) => stock >= 20);
  expect(stocked.length).toBeGreaterThan(10);
});
afterAll(() => world.stop());
afterEach(() => world.sandbox.control('DELETE', '/faults'));

async function dump(): Promise<Dump> {
  return world.sandbox.control<Dump>('GET', `/dump?store_id=${world.stores[0]?.id}`);
}

async function stockOf(...ids: string[]): Promise<number[]> {
  const all = (await dump()).products.flatMap(({ variants }) => variants);
  return ids.map((id) => all.find((variant) => variant.id === id)?.stock ?? Number.NaN);
}

const fault = (effect: string, more: object = {}) =>
  world.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/inventory/movements',
    effect,
    count: 1,
    ...more,
  });

const requestOf = (
  targets: { variantId: string; delta: number; note?: string }[],
  at = location,
): BulkRequestInput => ({
  kind: 'adjust_stock',
  input: { location_id: at, reason: 'correction' },
  targets,
});

async function start(request: BulkRequestInput, runId: string = randomUUID()): Promise<string> {
  expect(await startBulkRun(on.context, runId, request, bulkPorts)).toMatchObject({ code: 'done' });
  return runId;
}

async function working<T>(work: () => Promise<T>): Promise<T> {
  const time = startTime(world);
  const worker = startWorker();
  try {
    return await work();
  } finally {
    await worker.stop();
    await time.stop();
  }
}

/**
 * Expects that each succeeded item of the bulk run took effect on the platform exactly once, and that the other items
 * had no effect.
 */
async function expectEffects(runId: string): Promise<void> {
  for (const item of await itemsOf(on, runId))
    expect(await effectsOfItem(on, item, 'inventory.movement_created'), JSON.stringify(item)).toBe(
      item.state === 'succeeded' ? 1 : 0,
    );
}

/** Returns the notes in the requests of the bulk run, in the order of the items. */
async function sentNotes(runId: string): Promise<(string | null)[]> {
  const rows = await world.system<{ installId: string; id: string; requestEnc: string }>(
    `SELECT o.install_id AS "installId", o.id, o.request_enc AS "requestEnc"
     FROM bulk_items b JOIN operations o ON (o.install_id, o.id) = (b.install_id, b.operation_id)
     WHERE b.run_id = $1 ORDER BY b.position`,
    [runId],
  );
  return rows.map((row) => CreateMovementBody.parse(JSON.parse(openRequest(row) ?? '')).note ?? null);
}

const without = (...lacking: string[]): InstallContext => ({
  ...on.context,
  scopes: new Set([...on.context.scopes].filter((scope) => !lacking.includes(scope))),
});

async function match(
  lines: [code: string, delta: number][],
  context = on.context,
  unreadCodes?: readonly string[],
) {
  const entries = lines.map(([code, delta], n) => ({ line: n + 1, code, delta }));
  const command = MatchStockSheetCommand.parse({ installId: context.installId, entries, unreadCodes });
  const found = await matchStockSheet(context, command);
  return found.code === 'matched' ? found : Promise.reject(new Error(found.code));
}

describe('a stock sheet', () => {
  it('PRO-1: a SKU, a barcode and an id each find their variant in any spelling; nothing is recorded', async () => {
    const [one, two, three] = stocked as [TrueVariant, TrueVariant, TrueVariant];
    const arabic = two.barcode.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    const found = await match([
      [` ${one.sku.toLowerCase()} `, 5],
      [arabic, -1],
      [three.id, 2],
      [one.id, -2],
      ['no-such-code', 1],
    ]);
    expect(found).toMatchObject({ minutes: 0, isWhole: true });
    const known = (quantity: number) => ({ code: 'known', quantity });
    expect(
      found.rows.map(({ verdict, variantId, before, after, alsoOn }) => [
        verdict,
        variantId,
        before,
        after,
        alsoOn,
      ]),
    ).toEqual([
      ['ok', one.id, known(one.stock), known(one.stock + 5), [4]],
      ['ok', two.id, known(two.stock), known(two.stock - 1), []],
      ['ok', three.id, known(three.stock), known(three.stock + 2), []],
      ['ok', one.id, known(one.stock + 5), known(one.stock + 3), [1]],
      ['unknown', null, { code: 'unknown' }, { code: 'unknown' }, []],
    ]);
    expect(await listBulkRuns(on.context)).toEqual([]);
  });

  it('names the variants of the lines that are left out, without sending or counting these lines', async () => {
    const [one, two] = stocked as [TrueVariant, TrueVariant];
    const left = [two.id, one.sku.toLowerCase(), 'no-such-code'];
    const found = await match([[one.sku, 5]], on.context, left);
    const [plain] = (await match([[two.sku, 1]])).rows;
    expect(found.rows).toEqual([expect.objectContaining({ variantId: one.id, delta: 5, alsoOn: [] })]);
    expect(found.unreadNames).toEqual([
      [two.id, plain?.name],
      [one.sku.toLowerCase(), found.rows[0]?.name],
    ]);
    expect((await match([[one.sku, 5]])).unreadNames).toEqual([]);
  });

  it('a code of two variants matches neither; a code of a deleted product is unknown; other stores are never searched', async () => {
    const other = await createBulkFixture(world);
    const products = ['twin-a', 'twin-b', 'gone'].map((id) =>
      Product.parse({
        id,
        name: id,
        variants: [{ id: `v-${id}`, sku: id === 'gone' ? 'GONE-1' : 'TWIN-1' }],
      }),
    );
    const { installId, db } = other.context;
    const fence = await db.transaction(nextFence);
    await db.transaction((tx) => writeProducts(tx, installId, products, fence));
    await db.transaction((tx) => buryProduct(tx, installId, ProductId.parse('gone'), fence + 1n));
    const lines: [string, number][] = [
      ['twin-1', 1],
      ['gone-1', 1],
      ['v-gone', 1],
      ['v-twin-a', 1],
    ];
    const there = await match(lines, other.context);
    expect(there.rows.map(({ verdict }) => verdict)).toEqual(['several', 'unknown', 'unknown', 'ok']);
    expect(there).toMatchObject({ isWhole: false });
    const here = await match(lines);
    expect(new Set(here.rows.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']));
  });

  it('PRO-4, AUT-3: stock is hidden without inventory:read, and nothing is matched without inventory:write', async () => {
    const [one] = stocked as [TrueVariant];
    const blind = await match([[one.sku, 1]], without('inventory:read'));
    expect(blind.rows[0]).toMatchObject({
      verdict: 'ok',
      before: { code: 'hidden' },
      after: { code: 'hidden' },
    });
    await expect(match([[one.sku, 1]], without('inventory:write'))).rejects.toThrow('missing_scope');
    const refusal = { code: 'missing_scope', status: 403, scope: 'inventory:write' };
    const request = requestOf([{ variantId: one.id, delta: 1 }]);
    expect(await startBulkRun(without('inventory:write'), randomUUID(), request, bulkPorts)).toEqual(refusal);
    expect(await preflightBulk(without('inventory:write'), request, bulkPorts)).toEqual(refusal);
  });

  /**
   * Stores one stock movement at a location, as if the app had read it from the platform. `minute` is the
   * time of the movement in minutes after a fixed start.
   */
  async function moveAt({ installId, db }: typeof on.context, location_id: string, minute: number) {
    const movement = Movement.parse({
      id: `mov_${location_id}_${minute}`,
      sequence: minute,
      variant_id: 'v',
      location_id,
      delta: 1,
      stock_after: 1,
      reason: 'sale',
      occurred_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    });
    await db.transaction((tx) => writeMovements(tx, installId, [movement]));
  }

  it('U7: locations are those of the stock movements, of this store only', async () => {
    await moveAt(on.context, 'loc_seen', 1);
    expect(await listLocations(on.context)).toEqual({ locations: [{ id: 'loc_seen', number: 1 }] });
    expect(await listLocations((await createBulkFixture(world)).context)).toEqual({ locations: [] });
  });

  it('U7: the number of a location does not change with later movements, also at new locations', async () => {
    const { context } = await createBulkFixture(world);
    await moveAt(context, 'loc_z', 1);
    await moveAt(context, 'loc_m', 2);
    const [first, second] = [
      { id: 'loc_z', number: 1 },
      { id: 'loc_m', number: 2 },
    ];
    expect(await listLocations(context)).toEqual({ locations: [second, first] });
    await moveAt(context, 'loc_a', 3);
    await moveAt(context, 'loc_z', 4);
    expect(await listLocations(context)).toEqual({
      locations: [first, { id: 'loc_a', number: 3 }, second],
    });
  });

  it('bad input is refused as a whole, and nothing is recorded', async () => {
    const good = { variantId: 'var_1', delta: 1 };
    const bad: unknown[] = [
      ...[0, 1.5, Number.NaN, 2 ** 53, 1_000_001, -1_000_001, '5', null].map((delta) => [{ ...good, delta }]),
      ...['', '..', 'a b', { not: '' }, 'x'.repeat(129)].map((variantId) => [{ ...good, variantId }]),
      ...['x'.repeat(1_001), 'nul\0', '\ud800'].map((note) => [{ ...good, note }]),
      [{ ...good, stock: 5 }],
      [{ ...good, orderId: 'o' }],
      [],
      Array.from({ length: 1_001 }, () => good),
    ];
    for (const targets of bad) {
      const request = requestOf(targets as Parameters<typeof requestOf>[0]);
      expect(
        await startBulkRun(on.context, randomUUID(), request, bulkPorts),
        JSON.stringify(targets).slice(0, 80),
      ).toMatchObject({
        code: 'invalid',
      });
    }
    for (const input of [
      { location_id: location, reason: 'sale' },
      { reason: 'damage' },
      { location_id: location, reason: 'damage', stock: 4 },
    ])
      expect(
        await startBulkRun(
          on.context,
          randomUUID(),
          { ...requestOf([good]), input } as BulkRequestInput,
          bulkPorts,
        ),
      ).toMatchObject({ code: 'invalid' });
    expect(await listBulkRuns(on.context)).toEqual([]);
  });
});

describe('a stock run', () => {
  it('INV-2: each line is one movement with its own note, and the stock changes by their sum', async () => {
    const [one, two] = stocked.slice(3) as [TrueVariant, TrueVariant];
    const before = await stockOf(one.id, two.id);
    const lines = [
      { variantId: one.id, delta: 5, note: 'من المستودع' },
      { variantId: two.id, delta: -3 },
      { variantId: one.id, delta: -1, note: 'broken' },
    ];
    const runId = await start(requestOf(lines));
    expect(await working(() => untilEnded(on, runId))).toMatchObject({
      state: 'ended',
      total: 3,
      succeeded: 3,
    });
    await expectEffects(runId);
    expect(await stockOf(one.id, two.id)).toEqual([(before[0] ?? 0) + 4, (before[1] ?? 0) - 3]);
    const { movements } = await dump();
    const made = movements.filter(
      ({ variant_id, reason }) => [one.id, two.id].includes(variant_id) && reason === 'correction',
    );
    expect(made.map(({ delta }) => delta).sort()).toEqual([-1, -3, 5]);
    // The platform's responses contain no notes, so the test reads the notes from the recorded requests.
    expect(await sentNotes(runId)).toEqual(['من المستودع', null, 'broken']);
    expect(await listBulkItems(on.context, runId, bulkPorts)).toMatchObject(
      lines.map(({ variantId, delta }, position) => ({ position, variantId, delta, state: 'succeeded' })),
    );
    const blind = await listBulkItems(without('products:read'), runId, bulkPorts);
    expect(blind[0]).toMatchObject({ variantId: one.id, name: null, sku: null, productId: null });
  });

  it('a line that the platform refuses is a failed row, the other rows continue, and a retry sends only the failed rows', async () => {
    const [one, two, three] = stocked.slice(5) as [TrueVariant, TrueVariant, TrueVariant];
    const before = await stockOf(one.id, two.id, three.id);
    const ghost = Product.parse({
      id: 'p-ghost',
      name: 'Ghost',
      variants: [{ id: 'v-ghost', sku: 'GHOST' }],
    });
    const { installId, db } = on.context;
    const fence = await db.transaction(nextFence);
    await db.transaction((tx) => writeProducts(tx, installId, [ghost], fence));
    const runId = await start(
      requestOf([
        { variantId: one.id, delta: 1 },
        // The variant v-ghost exists in the mirror (the app's copy), but not on the platform.
        { variantId: 'v-ghost', delta: 1 },
        { variantId: two.id, delta: -(two.stock + 1_000) },
        { variantId: 'v-of-nobody', delta: 1 },
        { variantId: three.id, delta: 2 },
      ]),
    );
    const run = await working(() => untilEnded(on, runId));
    expect(run).toMatchObject({ total: 5, skipped: 1 });
    const rows = await listBulkItems(on.context, runId, bulkPorts);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['succeeded', null],
      ['refused', 'not_found'],
      // The third item lowers the stock below zero, which the platform allows only for variants with the stock policy
      // `continue`. The policy of this variant depends on the generated store, so the test accepts both outcomes.
      expect.toSatisfy((row: unknown) => ['refused,conflict', 'succeeded,'].includes(String(row))),
      ['skipped', 'unknown_variant'],
      ['succeeded', null],
    ]);
    const [after1, , after3] = await stockOf(one.id, two.id, three.id);
    expect([after1, after3]).toEqual([(before[0] ?? 0) + 1, (before[2] ?? 0) + 2]);
    const first = await itemsOf(on, runId);
    const presses = await Promise.all(
      [1, 2].map(() => retryBulkRun(on.context, runId, { retries: 0 }, bulkPorts)),
    );
    for (const press of presses) expect(press).toMatchObject({ code: 'done', run: { retries: 1 } });
    expect(await working(() => untilEnded(on, runId))).toMatchObject({ refused: run.refused });
    const again = await itemsOf(on, runId);
    for (const [at, item] of again.entries())
      expect(item.operationId === first[at]?.operationId).toBe(first[at]?.state !== 'refused');
    await expectEffects(runId);
  });

  it('IDE-2: a double press and two tabs make one run; with other notes or other numbers it is refused', async () => {
    const [one, two] = stocked.slice(8) as [TrueVariant, TrueVariant];
    const runId = randomUUID();
    const request = requestOf([
      { variantId: one.id, delta: 1, note: 'a' },
      { variantId: two.id, delta: 1 },
    ]);
    const [before] = await stockOf(one.id);
    const runs = (await listBulkRuns(on.context)).length;
    const clicks = await Promise.all(
      [1, 2, 3, 4].map(() => startBulkRun(on.context, runId, request, bulkPorts)),
    );
    for (const click of clicks) expect(click).toMatchObject({ code: 'done', run: { runId, total: 2 } });
    expect(
      await startBulkRun(
        on.context,
        runId,
        requestOf([
          { variantId: one.id, delta: 1, note: 'b' },
          { variantId: two.id, delta: 1 },
        ]),
        bulkPorts,
      ),
    ).toEqual({ code: 'run_reused', status: 409 });
    expect(
      await startBulkRun(
        on.context,
        runId,
        requestOf([
          { variantId: one.id, delta: 2 },
          { variantId: two.id, delta: 1 },
        ]),
        bulkPorts,
      ),
    ).toEqual({ code: 'run_reused', status: 409 });
    expect(await listBulkRuns(on.context)).toHaveLength(runs + 1);
    await working(() => untilEnded(on, runId));
    await startBulkRun(on.context, runId, request, bulkPorts);
    expect(await stockOf(one.id)).toEqual([(before ?? 0) + 1]);
    await expectEffects(runId);
  });

  it('a lost response and an outage are retried with the same idempotency key and have one effect; a pause stops the remaining lines', async () => {
    const chosen = stocked.slice(0, 6);
    const before = await stockOf(...chosen.map(({ id }) => id));
    await fault('drop_response', { count: 2 });
    await fault('status', { status: 503, count: 2 });
    const runId = await start(requestOf(chosen.map(({ id }) => ({ variantId: id, delta: -1 }))));
    expect(await pauseBulkRun(on.context, runId)).toMatchObject({ code: 'done', run: { state: 'paused' } });
    expect(await resumeBulkRun(without('inventory:write'), runId, bulkPorts)).toMatchObject({
      code: 'missing_scope',
    });
    expect(await stockOf(...chosen.map(({ id }) => id))).toEqual(before);
    await resumeBulkRun(on.context, runId, bulkPorts);
    expect(await working(() => untilEnded(on, runId))).toMatchObject({
      succeeded: 6,
      refused: 0,
      outcomeUnknown: 0,
    });
    expect(await stockOf(...chosen.map(({ id }) => id))).toEqual(before.map((stock) => stock - 1));
    await expectEffects(runId);
  });

  it.each(['bulk.claiming', 'operation.answered', 'bulk.settling'])(
    'IDE-2: after kill -9 at %s another worker continues, and every line has exactly one effect',
    async (point) => {
      const chosen = stocked.slice(0, 4);
      const before = await stockOf(...chosen.map(({ id }) => id));
      const runId = await start(
        requestOf(chosen.map(({ id }) => ({ variantId: id, delta: 1, note: 'counted' }))),
      );
      const crashing = startWorkerProcess(world, point);
      expect(await crashing.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect((await progressOf(on, runId)).endedAt).toBeNull();
      expect(await working(() => untilEnded(on, runId))).toMatchObject({ succeeded: 4 });
      expect(await stockOf(...chosen.map(({ id }) => id))).toEqual(before.map((stock) => stock + 1));
      await expectEffects(runId);
    },
  );

  it('a note is never stored in plain text, and is deleted a day after its row has ended', async () => {
    const [one] = stocked as [TrueVariant];
    const runId = await start(requestOf([{ variantId: one.id, delta: 1, note: 'for Salma 0944' }]));
    const noteRows = () =>
      world.system<{ note_enc: string | null; row: string }>(
        'SELECT note_enc, b::text AS row FROM bulk_items b WHERE run_id = $1',
        [runId],
      );
    const [sealed] = await noteRows();
    expect(sealed?.note_enc).toBeTruthy();
    expect(sealed?.row).not.toMatch(/Salma|0944/);
    await working(() => untilEnded(on, runId));
    await purgeBulkNotes();
    expect((await noteRows())[0]?.note_enc).toBeTruthy();
    await world.system(`UPDATE bulk_items SET ended_at = now() - interval '25 hours' WHERE run_id = $1`, [
      runId,
    ]);
    await eventually('it no longer exists', async () => {
      await purgeBulkNotes();
      return (await noteRows())[0]?.note_enc === null;
    });
  });
});
