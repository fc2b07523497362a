import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { confirmUninstall } from '@/lib/installs/confirm-uninstall.server';
import { installClient } from '@/lib/installs/install-client.server';
import { writeOrderDetail, writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { claimBulkItem, settleBulkItems } from '@/lib/operations/bulk/bulk-queue.server';
import type { BulkRequestInput, BulkProgress } from '@/lib/operations/bulk/bulk-run';
import {
  cancelBulkRun,
  pauseBulkRun,
  resumeBulkRun,
  retryBulkRun,
} from '@/lib/operations/bulk/change-bulk-run.server';
import { listBulkItems, listBulkRuns, readBulkRun } from '@/lib/operations/bulk/read-bulk-run.server';
import type { ClaimedOperation } from '@/lib/operations/sending/operation-kind.server';
import { claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { completeOperation, failOperation } from '@/lib/operations/sending/end-operation.server';
import { preflightBulk, startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { pauseInstall, resumeInstall } from '@/lib/ops/change-install.server';
import { nextFence, withSystem } from '@/lib/system/db';
import { hastenTurns } from '@/lib/system/queues/ready-list.server';
import { onLiveChange } from '@/lib/system/live/notify';
import { startWorker } from '@/lib/worker/start-worker.server';
import { Random } from '@/sandbox/world/random';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import {
  type BulkFixture,
  effectsOfItem,
  itemsOf,
  createBulkFixture,
  progressOf,
  startTime,
  tagRequest,
  untilEnded as untilEndedWithin,
} from '@/tests/support/operations/bulk-fixture';
import { eventually } from '@/tests/support/stack/eventually';
import { transactionsWait } from '@/tests/support/integration/transactions-wait';
import { installContext } from '@/tests/support/integration/install-context';
import { platformStateOf } from '@/tests/support/integration/merchant-sales';
import {
  createOperationFixture,
  paidOrder,
  pendingFulfillment,
} from '@/tests/support/operations/operation-fixture';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';
import { testScale } from '@/tests/support/stack/test-scale';

/**
 * Seed of the random choices in these tests of bulk runs (one action on many orders). The tests compare each item of a
 * run with the sandbox's ledger of effects (the list of executed changes). The ledger stores each effect under the
 * idempotency key of the item's operation.
 */
const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);

/**
 * Waits at most 150 s until the bulk run has ended. The platform demands a wait of at most one minute at a time, so 150
 * s is enough for two such waits.
 */
const untilEnded = (on: BulkFixture, runId: string) => untilEndedWithin(on, runId, 150_000);
vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

let world: AppWorld;

beforeAll(async () => {
  console.log(`seed ${seed}`);
  world = await startAppWorld({ sandbox: { SANDBOX_ORDERS: '320' } });
});
afterAll(() => world.stop());
afterEach(() => world.sandbox.control('DELETE', '/faults'));

/**
 * Runs a worker in the test process until `work` has ended. By default, simulated time passes fast. With `isRushed:
 * false`, time passes normally.
 */
async function working<T>(work: () => Promise<T>, { clock = false, isRushed = true } = {}): Promise<T> {
  const time = isRushed ? startTime(world, { clock }) : null;
  const worker = startWorker();
  try {
    return await work();
  } finally {
    await worker.stop();
    await time?.stop();
  }
}

const fault = (effect: string, more: object = {}) =>
  world.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'PATCH /v1/orders/*',
    effect,
    count: 1,
    ...more,
  });

async function start(
  on: BulkFixture,
  request: BulkRequestInput,
  runId: string = randomUUID(),
): Promise<string> {
  expect(await startBulkRun(on.context, runId, request, bulkPorts)).toMatchObject({ code: 'done' });
  return runId;
}

/**
 * Expects that each succeeded item took effect on the platform exactly once, and that the other items had no effect.
 */
async function expectEffects(on: BulkFixture, runId: string, effect = 'order.updated'): Promise<void> {
  for (const item of await itemsOf(on, runId)) {
    const wanted = item.state === 'succeeded' ? 1 : 0;
    expect(await effectsOfItem(on, item, effect), `seed ${seed}: ${JSON.stringify(item)}`).toBe(wanted);
  }
}

/** Returns the ids of the orders that have the given tag on the platform, from the sandbox's own data. */
async function taggedOrders(tag: string): Promise<string[]> {
  const { orders } = await platformStateOf(world, 0);
  return orders.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id);
}

/**
 * Expects two things about the counts of the bulk run. Each count equals the number of items in its state, and all
 * counts together equal the total.
 */
async function expectAddsUp(on: BulkFixture, runId: string): Promise<void> {
  const run = await progressOf(on, runId);
  const counts: Record<string, number> = {};
  for (const { state } of await itemsOf(on, runId)) counts[state] = (counts[state] ?? 0) + 1;
  const {
    succeeded = 0,
    refused = 0,
    needs_review: unknownOutcomes = 0,
    skipped = 0,
    cancelled = 0,
  } = counts;
  const { waiting = 0, sent: underWay = 0 } = counts;
  expect(run, `seed ${seed}`).toMatchObject({
    succeeded,
    refused,
    outcomeUnknown: unknownOutcomes,
    skipped,
    cancelled,
    underWay,
  });
  expect(run.remaining).toBe(waiting + underWay);
  expect(run.done).toBe(succeeded + refused + unknownOutcomes + skipped + cancelled);
  expect(run.done + run.remaining).toBe(run.total);
  expect(run.endedAt === null, `seed ${seed}: ${run.state}`).toBe(run.remaining > 0);
}

describe('a run', () => {
  it('PAT-2: tags 60 orders once each, and its counters agree', async () => {
    const on = await createBulkFixture(world);
    const request = tagRequest(on, 60);
    const runId = await start(on, request);
    const run = await working(() => untilEnded(on, runId), { clock: true });
    expect(run).toMatchObject({
      state: 'ended',
      total: 60,
      done: 60,
      succeeded: 60,
      remaining: 0,
      endsAt: null,
    });
    await expectEffects(on, runId);
    const tagged = await taggedOrders(request.input.tags[0] ?? '');
    expect(tagged.sort()).toEqual(request.targets.map(({ orderId }) => orderId).sort());
    expect(new Set((await itemsOf(on, runId)).map(({ key }) => key)).size).toBe(60);
    expect((await listBulkRuns(on.context)).map((listed) => listed.runId)).toEqual([runId]);
    await expectAddsUp(on, runId);
  });

  it('a double click and two tabs make one run; the same id with another request is refused', async () => {
    const on = await createBulkFixture(world);
    const request = tagRequest(on, 8);
    let runId = '';
    // Repeats the double click in five rounds. The first round opens the database connections, so the two clicks happen
    // at the same time only in the later rounds.
    for (let round = 0; round < 5; round++) {
      await cancelAll(on);
      runId = randomUUID();
      const clicks = await Promise.all(
        [1, 2, 3, 4, 5].map(() => startBulkRun(on.context, runId, request, bulkPorts)),
      );
      for (const click of clicks) expect(click).toMatchObject({ code: 'done', run: { runId, total: 8 } });
      expect(await itemsOf(on, runId)).toHaveLength(8);
      expect(await listBulkRuns(on.context)).toHaveLength(round + 1);
    }
    for (const other of [
      { ...request, input: { tags: ['another'] } },
      { ...request, targets: request.targets.slice(1) },
      { ...request, kind: 'remove_tags' as const },
    ])
      expect(await startBulkRun(on.context, runId, other, bulkPorts)).toEqual({
        code: 'run_reused',
        status: 409,
      });
    await working(() => untilEnded(on, runId));
    expect(await startBulkRun(on.context, runId, request, bulkPorts)).toMatchObject({
      code: 'done',
      run: { succeeded: 8 },
    });
    await expectEffects(on, runId);
  });

  it('STA-2: items that the platform refuses are counted with their reason; the preflight only warned about them', async () => {
    const on = await createBulkFixture(world);
    const fixture = await createOperationFixture(on.context, world.sandbox.control);
    const fresh = await Promise.all([1, 2, 3].map(() => paidOrder(fixture)));
    await mirror(on, fresh);
    await world.sandbox.control('PATCH', `/orders/${fresh[2]?.id}`, { status: 'approved' });
    const request = {
      kind: 'set_order_status',
      input: { status: 'shipped' },
      targets: targets(fresh),
    } as const;
    expect(await preflightBulk(on.context, request, bulkPorts)).toMatchObject({
      code: 'ready',
      ok: 3,
      warned: 3,
      minutes: 0,
      targets: fresh.map(({ id }) => ({ orderId: id, verdict: 'ok', warning: 'unlisted_move' })),
    });
    const runId = await start(on, request);
    const run = await working(() => untilEnded(on, runId));
    expect(run).toMatchObject({ succeeded: 1, refused: 2 });
    expect(
      (await listBulkItems(on.context, runId, bulkPorts)).map(({ state, reason }) => [state, reason]),
    ).toEqual([
      ['refused', 'conflict'],
      ['refused', 'conflict'],
      ['succeeded', null],
    ]);
    await expectEffects(on, runId, 'order.status_changed');
  });

  it('FUL-1: fulfills the remaining pieces of each order once; an order fulfilled by another user in the meantime is skipped, not failed', async () => {
    const on = await createBulkFixture(world);
    const fixture = await createOperationFixture(on.context, world.sandbox.control);
    const fresh = await Promise.all([1, 2, 3].map(() => paidOrder(fixture)));
    const [, half, whole] = fresh;
    if (!half || !whole) throw new Error('too few orders');
    await mirror(on, fresh);
    for (const order of [half, whole, whole]) await pendingFulfillment(fixture, order);
    const runId = await start(on, {
      kind: 'fulfill_orders',
      input: { status: 'shipped', provider: 'Courier' },
      targets: fresh.map(({ id }, at) => ({ orderId: id, trackingNumber: `T${at}` })),
    });
    const run = await working(() => untilEnded(on, runId), { isRushed: false });
    expect(run).toMatchObject({ succeeded: 2, skipped: 1, refused: 0 });
    await expectEffects(on, runId, 'fulfillment.created');
    expect((await itemsOf(on, runId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    const { orders } = await platformStateOf(world, 0);
    const made = fresh.map(({ id }) =>
      orders
        .find((order) => order.id === id)
        ?.fulfillments.map((row) => [row.tracking_number, row.lines[0]?.quantity]),
    );
    expect(made).toEqual([
      [['T0', 2]],
      [
        [null, 1],
        ['T1', 1],
      ],
      [
        [null, 1],
        [null, 1],
      ],
    ]);
    expect((await listBulkItems(on.context, runId, bulkPorts))[2]).toMatchObject({
      state: 'skipped',
      reason: 'already_fulfilled',
    });
  });

  it('S36 FUL-1: an order that needs no shipment is skipped with the same reason by the check and by the run', async () => {
    const on = await createBulkFixture(world);
    const fixture = await createOperationFixture(on.context, world.sandbox.control);
    const sales = {
      order_cancelled: { status: 'cancelled' },
      picked_up: { delivery: false },
      pos_sale: { source: 'pos', delivery: false },
      order_finished: { status: 'completed' },
    } as const;
    const reasons = Object.keys(sales);
    const orders = await Promise.all(Object.values(sales).map((sale) => paidOrder(fixture, 2, sale)));
    const toShip = await paidOrder(fixture);
    const request = {
      kind: 'fulfill_orders' as const,
      input: { status: 'shipped' as const },
      targets: targets([...orders, toShip]),
    };
    // The check before a bulk run reads only the mirror (the app's copy). The mirror may lack an order, or may have
    // only the fields of the list. The check can then miss a reason for skipping the order, but the run itself finds
    // every reason.
    await mirror(
      on,
      [...orders, toShip].map((order) => ({ ...order, status: 'processing', source: 'app' })),
    );
    const runId = await start(on, request);
    const run = await working(() => untilEnded(on, runId), { isRushed: false });
    expect(run).toMatchObject({ succeeded: 1, skipped: 4, refused: 0 });
    const itemsOfRun = await listBulkItems(on.context, runId, bulkPorts);
    expect(itemsOfRun.map(({ reason }) => reason)).toEqual([...reasons, null]);
    await expectEffects(on, runId, 'fulfillment.created');

    for (const { id } of [...orders, toShip]) expect((await readOrder(on.context, id)).code).toBe('found');
    expect(await preflightBulk(on.context, request, bulkPorts)).toMatchObject({
      ok: 0,
      skipped: { order_cancelled: 1, picked_up: 1, pos_sale: 1, order_finished: 1, already_fulfilled: 1 },
    });
  });

  it('FUL-5, STA-2: setting orders to delivered marks their only shipment as delivered, and the order follows', async () => {
    const on = await createBulkFixture(world);
    const fixture = await createOperationFixture(on.context, world.sandbox.control);
    const ship = async (order: OrderDetail, quantities: number[]) => {
      for (const quantity of quantities)
        await on.context.platform.createFulfillment(
          randomUUID(),
          OrderId.parse(order.id),
          JSON.stringify({ status: 'shipped', lines: [{ order_item_id: order.items[0]?.id, quantity }] }),
        );
      return order;
    };
    const oneParcel = await ship(await paidOrder(fixture, 2, { status: 'processing' }), [2]);
    const twoParcels = await ship(await paidOrder(fixture, 2, { status: 'processing' }), [1, 1]);
    const noParcel = await paidOrder(fixture, 1, { status: 'shipped' });
    const orders = [oneParcel, twoParcels, noParcel];
    for (const { id } of orders) expect((await readOrder(on.context, id)).code).toBe('found');
    const runId = await start(on, {
      kind: 'set_order_status',
      input: { status: 'delivered' },
      targets: targets(orders),
    });
    expect(await working(() => untilEnded(on, runId), { isRushed: false })).toMatchObject({ succeeded: 3 });
    const after = await Promise.all(
      orders.map(({ id }) => on.context.platform.getOrder(OrderId.parse(id)).then(({ body }) => body.data)),
    );
    expect(after.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    // One item sends one write. So of an order with two shipments, only the status is changed.
    expect(after.map(({ fulfillments }) => fulfillments.map(({ status }) => status))).toEqual([
      ['delivered'],
      ['shipped', 'shipped'],
      [],
    ]);
  });

  it('ORD-4: a read of an order without its address does not change the known way of delivery, and the check still detects the pickup', async () => {
    const on = await createBulkFixture(world);
    const fixture = await createOperationFixture(on.context, world.sandbox.control);
    const order = await paidOrder(fixture, 1, { delivery: false });
    const { shipping_address: _, ...withoutAddress } = order;
    await on.context.db.transaction(async (tx) => {
      const { installId } = on.context;
      for (const read of [
        order,
        { ...withoutAddress, updated_at: new Date(Date.now() + 60_000).toISOString() },
      ])
        await writeOrderDetail(tx, installId, read, { fence: await nextFence(tx), byEvent: false });
    });
    expect(
      await preflightBulk(
        on.context,
        { kind: 'fulfill_orders', input: { status: 'shipped' }, targets: targets([order]) },
        bulkPorts,
      ),
    ).toMatchObject({ ok: 0, skipped: { picked_up: 1 } });
  });

  it('U6: items with temporary failures are sent again with the same idempotency key, in the background lane', async () => {
    const on = await createBulkFixture(world);
    await fault('drop_response', { count: 3 });
    await fault('status', { status: 503, count: 3 });
    const runId = await start(on, tagRequest(on, 8));
    expect(await working(() => untilEnded(on, runId), { isRushed: false })).toMatchObject({ succeeded: 8 });
    await expectEffects(on, runId);
    const { installId } = on.context;
    const lanes = await world.system(
      `SELECT DISTINCT lane FROM budget_requests WHERE install_id = $1 AND is_write AND lane <> 3`,
      [installId],
    );
    expect(lanes).toEqual([]);
    const [{ again } = { again: 0 }] = await world.system<{ again: number }>(
      'SELECT count(*)::int AS again FROM operations WHERE install_id = $1 AND attempts > 1',
      [installId],
    );
    expect(again).toBeGreaterThanOrEqual(3);
  });
});

const targets = (orders: { id: string }[]) => orders.map(({ id }) => ({ orderId: id }));

/** Writes the given orders to the mirror (the app's copy), as the app does with one page of the platform's list. */
async function mirror(on: BulkFixture, orders: OrderDetail[]): Promise<void> {
  await on.context.db.transaction((tx) => writeOrders(tx, on.context.installId, orders, { fence: 1n }));
}

describe('before it starts', () => {
  it('the preflight shows what is skipped and why, from the mirror only; a run counts the same', async () => {
    const on = await createBulkFixture(world);
    const [first, second, third, fourth] = on.orders;
    if (!first || !second || !third || !fourth) throw new Error('too few orders');
    const { installId } = on.context;
    const theirs = await createBulkFixture(world);
    await theirs.context.db.transaction((tx) =>
      tx.mirrorOrder.updateMany({
        where: { installId: theirs.context.installId, id: first.id },
        data: { id: 'only_theirs' },
      }),
    );
    await on.context.db.transaction(async (tx) => {
      await tx.mirrorOrder.updateMany({
        where: { installId, id: second.id },
        data: { deletedAt: new Date() },
      });
      await tx.mirrorOrder.updateMany({ where: { installId, id: third.id }, data: { tags: ['ViP', 'x'] } });
      await tx.mirrorOrder.updateMany({ where: { installId, id: fourth.id }, data: { tags: ['x'] } });
    });
    const chosen = [second, third, fourth, { id: 'only_theirs' }, { id: 'ord_of_nobody' }];
    const request = { kind: 'add_tags' as const, input: { tags: ['vip', 'X'] }, targets: targets(chosen) };
    const before = await requestsOf(on);
    expect(await preflightBulk(on.context, request, bulkPorts)).toMatchObject({
      code: 'ready',
      ok: 1,
      warned: 0,
      minutes: 0,
      skipped: { unknown_order: 2, deleted: 1, already_there: 1 },
    });
    expect(await requestsOf(on)).toBe(before);
    expect(await startBulkRun(on.context, randomUUID(), request, bulkPorts)).toMatchObject({
      run: { total: 5, skipped: 4, remaining: 1, done: 4 },
    });
    const nothing = { ...request, targets: request.targets.slice(3) };
    const runId = await start(on, nothing);
    expect(await progressOf(on, runId)).toMatchObject({ state: 'ended', skipped: 2, remaining: 0 });
    await cancelAll(on);
  });

  it('the estimated minutes follow from the write budget and from the items that wait in other runs; check and run agree', async () => {
    const on = await createBulkFixture(world, { pages: 3 });
    const request = tagRequest(on, 200);
    expect(await preflightBulk(on.context, request, bulkPorts)).toMatchObject({ ok: 200, minutes: 4 });
    await start(on, request);
    expect(await preflightBulk(on.context, tagRequest(on, 200), bulkPorts)).toMatchObject({
      ok: 200,
      minutes: 8,
    });
    // The runs send one item each in turn, so a short run does not wait for the end of the long run.
    expect(await preflightBulk(on.context, tagRequest(on, 3), bulkPorts)).toMatchObject({ minutes: 0 });
    const short = await start(on, tagRequest(on, 3));
    expect(await progressOf(on, short)).toMatchObject({ remaining: 3, minutesLeft: 0 });
    const long = await start(on, tagRequest(on, 200));
    expect(await progressOf(on, long)).toMatchObject({ remaining: 200, minutesLeft: 8 });
    await cancelAll(on);
  });

  it('AUT-3: without its scope nothing is recorded, and the scope is named', async () => {
    const on = await createBulkFixture(world, { scopes: ['orders:read', 'orders:write'] });
    const refusal = { code: 'missing_scope', status: 403 };
    const request = {
      kind: 'fulfill_orders',
      input: { status: 'shipped' },
      targets: targets(on.orders.slice(0, 2)),
    } as const;
    expect(await preflightBulk(on.context, request, bulkPorts)).toEqual({
      ...refusal,
      scope: 'fulfillments:write',
    });
    expect(await startBulkRun(on.context, randomUUID(), request, bulkPorts)).toEqual({
      ...refusal,
      scope: 'fulfillments:write',
    });
    const runId = await start(on, tagRequest(on, 2));
    await pauseBulkRun(on.context, runId);
    const poor = { ...on.context, scopes: new Set(['orders:read']) };
    expect(await resumeBulkRun(poor, runId, bulkPorts)).toEqual({ ...refusal, scope: 'orders:write' });
    expect(await cancelBulkRun(poor, runId)).toMatchObject({ code: 'done', run: { cancelled: 2 } });
    expect(await listBulkRuns(on.context)).toHaveLength(1);
  });

  it('bad input is refused with 400, and nothing is recorded', async () => {
    const on = await createBulkFixture(world);
    const good = tagRequest(on, 2);
    const [one] = good.targets;
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ orderId: `ord_${at}` }));
    const bad: unknown[] = [
      null,
      undefined,
      'add_tags',
      [],
      {},
      { ...good, targets: [] },
      { ...good, targets: many(1_001) },
      { ...good, targets: [one, one] },
      { ...good, targets: [{ orderId: { not: '' } }] },
      { ...good, targets: [{ orderId: '..' }] },
      { ...good, targets: [{ orderId: `a\0b` }] },
      { ...good, targets: [{ orderId: 'x'.repeat(129) }] },
      { ...good, targets: [{ ...one, trackingNumber: 'T1' }] },
      { ...good, targets: [{ ...one, note: 'x' }] },
      { ...good, targets: one },
      { ...good, more: 1 },
      ...['create_refund', 'patch_order', '__proto__', '', null].map((kind) => ({ ...good, kind })),
      { ...good, kind: 'set_order_status' },
      ...['refunded', 'completed', 'partially_refunded', 'x', null, 1].map((status) => ({
        ...good,
        kind: 'set_order_status',
        input: { status },
      })),
      { ...good, input: { tags: [] } },
      { ...good, input: { tags: [' '] } },
      { ...good, input: { tags: ['x'.repeat(41)] } },
      { ...good, input: { tags: ['nul\0'] } },
      { ...good, input: { tags: ['\ud800'] } },
      { ...good, input: { tags: 'vip' } },
      { ...good, input: { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) } },
      { ...good, input: { tags: ['vip'], note: 'for Salma' } },
      { ...good, input: JSON.parse('{"tags":["vip"],"__proto__":{"x":1}}') },
      { ...good, kind: 'fulfill_orders', input: { status: 'delivered' } },
      { ...good, kind: 'fulfill_orders', input: { status: 'shipped', provider: 'x'.repeat(256) } },
      {
        kind: 'fulfill_orders',
        input: { status: 'shipped' },
        targets: [{ ...one, trackingNumber: `T\0` }],
      },
    ];
    for (const request of bad) {
      const what = JSON.stringify(request)?.slice(0, 120);
      const refused = { code: 'invalid', status: 400, fields: expect.any(Array) };
      expect(await preflightBulk(on.context, request as BulkRequestInput, bulkPorts), what).toEqual(refused);
      expect(
        await startBulkRun(on.context, randomUUID(), request as BulkRequestInput, bulkPorts),
        what,
      ).toEqual(refused);
    }
    for (const runId of ['', 'x', '00000000', { not: '' }, null] as string[]) {
      expect(await startBulkRun(on.context, runId, good, bulkPorts)).toMatchObject({
        code: 'invalid',
        status: 400,
      });
      for (const change of [pauseBulkRun, resumeBulkRun, cancelBulkRun])
        expect(await change(on.context, runId, bulkPorts)).toEqual({ code: 'not_found', status: 404 });
      expect(await readBulkRun(on.context, runId)).toEqual({ code: 'not_found' });
      expect(await listBulkItems(on.context, runId, bulkPorts)).toEqual([]);
    }
    expect(await listBulkRuns(on.context)).toEqual([]);
    expect(
      await preflightBulk(on.context, { ...good, targets: many(1_000) as typeof good.targets }, bulkPorts),
    ).toMatchObject({
      skipped: { unknown_order: 1_000 },
    });
  });

  it('GEN-1: a bulk run of another install answers not_found, and this install can use the same run id', async () => {
    const [mine, theirs] = [await createBulkFixture(world), await createBulkFixture(world)];
    const runId = await start(theirs, tagRequest(theirs, 3));
    for (const change of [pauseBulkRun, resumeBulkRun, cancelBulkRun])
      expect(await change(mine.context, runId, bulkPorts)).toEqual({ code: 'not_found', status: 404 });
    expect(await retryBulkRun(mine.context, runId, { retries: 0 }, bulkPorts)).toEqual({
      code: 'not_found',
      status: 404,
    });
    expect(await readBulkRun(mine.context, runId)).toEqual({ code: 'not_found' });
    expect(await listBulkItems(mine.context, runId, bulkPorts)).toEqual([]);
    await start(mine, tagRequest(mine, 2), runId);
    expect(await progressOf(theirs, runId)).toMatchObject({ total: 3, state: 'running' });
    await Promise.all([cancelAll(mine), cancelAll(theirs)]);
  });
});

async function requestsOf({ context }: BulkFixture): Promise<number> {
  const { data } = await world.sandbox.control<{ data: unknown[] }>(
    'GET',
    `/requests?install_id=${context.installId}`,
  );
  return data.length;
}

async function cancelAll({ context }: BulkFixture): Promise<void> {
  for (const { runId, endedAt } of await listBulkRuns(context))
    if (endedAt === null) await cancelBulkRun(context, runId);
}

describe('while it runs', () => {
  it('pause, resume and cancel at any moment lose no item and send no item twice', async () => {
    const random = new Random(`${seed}/moments`);
    const on = await createBulkFixture(world);
    const request = tagRequest(on, 30);
    const runId = await start(on, request);
    await working(async () => {
      for (let time = 0; time < 3; time++) {
        await sleep(random.int(0, 250));
        // The user presses Pause in two tabs at the same moment.
        const pressed = await Promise.all([pauseBulkRun(on.context, runId), pauseBulkRun(on.context, runId)]);
        if (pressed[0]?.code === 'wrong_state') break;
        const still = await eventually('those under way finished', async () => {
          const run = await progressOf(on, runId);
          return run.underWay === 0 && run;
        });
        await sleep(300);
        // The progress has not changed since the pause, so no further item was sent.
        const later = await progressOf(on, runId);
        expect({ ...later, endsAt: null }, `seed ${seed}`).toEqual({ ...still, endsAt: null });
        if (later.state === 'paused') expect(later.endsAt).toBeNull();
        await Promise.all([
          resumeBulkRun(on.context, runId, bulkPorts),
          resumeBulkRun(on.context, runId, bulkPorts),
        ]);
      }
      await sleep(random.int(0, 250));
      await cancelBulkRun(on.context, runId);
      await untilEnded(on, runId);
    });
    const run = await progressOf(on, runId);
    expect(run.succeeded + run.cancelled, `seed ${seed}`).toBe(30);
    await expectEffects(on, runId);
    const succeeded = (await itemsOf(on, runId)).filter(({ state }) => state === 'succeeded');
    expect((await taggedOrders(request.input.tags[0] ?? '')).sort()).toEqual(
      succeeded.map(({ orderId }) => orderId).sort(),
    );
    await expectAddsUp(on, runId);
  });

  it('an ended run cannot be paused, resumed or cancelled, and a cancelled run stays cancelled', async () => {
    const on = await createBulkFixture(world);
    const runId = await start(on, tagRequest(on, 2));
    await working(() => untilEnded(on, runId));
    for (const change of [pauseBulkRun, resumeBulkRun, cancelBulkRun])
      expect(await change(on.context, runId, bulkPorts)).toMatchObject({
        code: 'wrong_state',
        run: { state: 'ended' },
      });
    const other = await start(on, tagRequest(on, 2));
    await cancelBulkRun(on.context, other);
    expect(await cancelBulkRun(on.context, other)).toMatchObject({ code: 'done', run: { cancelled: 2 } });
    for (const change of [pauseBulkRun, resumeBulkRun])
      expect(await change(on.context, other, bulkPorts)).toMatchObject({
        code: 'wrong_state',
        run: { state: 'cancelled' },
      });
    expect(await claimBulkItem(bulkPorts)).toBeNull();
  });

  it.each([
    ['a user cancels it', (on: BulkFixture, runId: string) => cancelBulkRun(on.context, runId)],
    [
      'its store uninstalls the app',
      (on: BulkFixture) => withSystem((tx) => closeOperations(tx, on.context.installId)),
    ],
  ])('a run whose last item ends at the moment when %s stays ended', async (_, cancel) => {
    const on = await createBulkFixture(world);
    const runId = await start(on, tagRequest(on, 1));
    // The cancellation has found the running run. Then it waits for the lock of the worker that ends the last item.
    const [cancelled] = await withSystem(async (tx) => {
      await tx.$executeRaw`
        UPDATE bulk_runs SET state = 'ended', waiting = 0, succeeded = 1, ended_at = now() WHERE id = ${runId}::uuid`;
      await tx.$executeRaw`
        UPDATE bulk_items SET state = 'succeeded', ended_at = now() WHERE run_id = ${runId}::uuid`;
      const cancelling = cancel(on, runId);
      await transactionsWait(world, 1);
      return [cancelling];
    });
    await cancelled;
    expect(await progressOf(on, runId)).toMatchObject({
      state: 'ended',
      done: 1,
      succeeded: 1,
      cancelled: 0,
    });
    await expectAddsUp(on, runId);
  });

  it.each(['starts a run', 'retries an ended run'] as const)(
    'no run is left running if a user %s while the install is closed',
    async (what) => {
      const on = await createBulkFixture(world);
      const { installId } = on.context;
      const ended = await start(on, tagRequest(on, 1));
      await world.system(
        `UPDATE bulk_runs SET state = 'ended', waiting = 0, refused = 1, ended_at = now() WHERE id = $1`,
        [ended],
      );
      await world.system(`UPDATE bulk_items SET state = 'refused', ended_at = now() WHERE run_id = $1`, [
        ended,
      ]);
      const act = () =>
        what === 'starts a run'
          ? startBulkRun(on.context, randomUUID(), tagRequest(on, 1), bulkPorts)
          : retryBulkRun(on.context, ended, { retries: 0 }, bulkPorts);
      // closeUnlessActive does the same in its transaction. The user acts after the update of the install.
      const [acted] = await withSystem(async (tx) => {
        await tx.install.update({ where: { installId }, data: { status: 'revoked', revokedAt: new Date() } });
        const acting = act();
        await transactionsWait(world, 1);
        await closeOperations(tx, installId);
        return [acting];
      });
      expect(await acted).toEqual({ code: 'not_found', status: 404 });
      const running = await world.system(
        `SELECT 1 FROM bulk_runs WHERE install_id = $1 AND state = 'running'`,
        [installId],
      );
      expect(running).toEqual([]);
    },
  );

  it('a run that a user cancels while its last item is being sent stays cancelled, and the item is counted', async () => {
    const on = await createBulkFixture(world);
    const runId = await start(on, tagRequest(on, 2));
    const item = await claimBulkItem(bulkPorts);
    expect(item?.installId).toBe(on.context.installId);
    await cancelBulkRun(on.context, runId);
    expect(await progressOf(on, runId)).toMatchObject({ state: 'cancelled', underWay: 1, endedAt: null });
    await world.system(
      `UPDATE operations SET state = 'succeeded', ended_at = now(), next_attempt_at = NULL WHERE id = $1`,
      [item?.id],
    );
    await Promise.all([settleBulkItems(), cancelBulkRun(on.context, runId), settleBulkItems()]);
    const run = await progressOf(on, runId);
    expect(run).toMatchObject({ state: 'cancelled', succeeded: 1, cancelled: 1, remaining: 0 });
    expect(run.endedAt).not.toBeNull();
    await expectAddsUp(on, runId);
  });

  it('a retry requests only the refused items, as new operations, once for two presses; items with an unknown outcome are left out', async () => {
    const on = await createBulkFixture(world);
    await fault('status', { status: 422, count: 3 });
    await fault('drop_request', { count: 1 });
    const runId = await start(on, tagRequest(on, 10));
    await working(async () => {
      const unresolved = await eventually('one outcome is unknown', async () => {
        const rows = await world.system<{ id: string }>(
          `UPDATE operations SET first_sent_at = now() - interval '23.1 hours', lease_until = NULL
           WHERE install_id = $1 AND state = 'unknown' RETURNING id`,
          [on.context.installId],
        );
        return rows.length > 0 && rows;
      });
      expect(unresolved).toHaveLength(1);
      expect(await untilEnded(on, runId)).toMatchObject({ succeeded: 6, refused: 3, outcomeUnknown: 1 });
    });
    const before = await itemsOf(on, runId);
    const presses = await Promise.all(
      [1, 2].map(() => retryBulkRun(on.context, runId, { retries: 0 }, bulkPorts)),
    );
    for (const press of presses)
      expect(press).toMatchObject({
        code: 'done',
        leftOut: 1,
        run: { remaining: 3, refused: 0, retries: 1 },
      });
    await working(() => untilEnded(on, runId));
    expect(await retryBulkRun(on.context, runId, { retries: 0 }, bulkPorts)).toMatchObject({
      run: { retries: 1, succeeded: 9 },
    });
    expect(await retryBulkRun(on.context, runId, { retries: 1 }, bulkPorts)).toMatchObject({
      code: 'wrong_state',
    });
    expect(await retryBulkRun(on.context, runId, { retries: Number.NaN }, bulkPorts)).toMatchObject({
      code: 'invalid',
    });
    const after = await itemsOf(on, runId);
    for (const [at, item] of after.entries()) {
      const was = before[at];
      const isNew = was?.state === 'refused';
      expect(item.operationId === was?.operationId, JSON.stringify([was, item])).toBe(!isNew);
      expect(item.state).toBe(isNew ? 'succeeded' : was?.state);
    }
    await expectEffects(on, runId);
    await expectAddsUp(on, runId);
  });

  it.each(['needs_review', 'refused'] as const)(
    'a success that arrives after the item has ended as %s moves the item and the counts, and the item is not retried',
    async (state) => {
      const on = await createBulkFixture(world);
      const runId = await start(on, tagRequest(on, 2));
      const claims: ClaimedOperation[] = [];
      for (let item = await claimBulkItem(bulkPorts); item; item = await claimBulkItem(bulkPorts)) {
        const first = await claimOperation(item);
        await world.system(
          `UPDATE operations SET lease_until = now() - interval '1 second', next_attempt_at = now() WHERE id = $1`,
          [item.id],
        );
        const second = await claimOperation(item);
        if (!first || !second) throw new Error('both claims must succeed');
        await failOperation(second, { state, result: { status: 409, code: 'conflict' } });
        claims.push(first);
      }
      await settleBulkItems();
      expect(await progressOf(on, runId)).toMatchObject({ state: 'ended', done: 2, succeeded: 0 });
      const [late] = claims;
      if (!late) throw new Error('an item must have been claimed');
      const success = { requestId: null, store: async () => ({}) };
      for (let times = 0; times < 2; times++)
        await completeOperation(late, success, { fence: 1n, byReading: false });
      const left = { outcomeUnknown: 0, refused: 0, [state === 'refused' ? 'refused' : 'outcomeUnknown']: 1 };
      expect(await progressOf(on, runId)).toMatchObject({ state: 'ended', done: 2, succeeded: 1, ...left });
      expect(await itemsOf(on, runId)).toContainEqual(
        expect.objectContaining({ operationId: late.id, state: 'succeeded', reason: null }),
      );
      await retryBulkRun(on.context, runId, { retries: 0 }, bulkPorts);
      expect(await itemsOf(on, runId)).toContainEqual(
        expect.objectContaining({ operationId: late.id, state: 'succeeded' }),
      );
      await expectAddsUp(on, runId);
      await cancelBulkRun(on.context, runId);
    },
  );

  it('AUT-11: when a scope is taken away midway, the remaining items end as refused with that reason, and can be retried later', async () => {
    const on = await createBulkFixture(world);
    const { installId } = on.context;
    const runId = await start(on, tagRequest(on, 30));
    // The platform delays each write, so that the scope is removed before the last item is sent, even on a busy
    // machine.
    await fault('delay', { delay_ms: 400, count: 200 });
    await working(async () => {
      await eventually('some are done', async () => (await progressOf(on, runId)).succeeded >= 3);
      await world.sandbox.control('PATCH', `/installs/${installId}`, { effective_scopes: ['orders:read'] });
      await untilEnded(on, runId);
      // Makes the next read of GET /installation due now, so that the worker detects the removed scope.
      await world.system('UPDATE install_tokens SET installation_due_at = now() WHERE install_id = $1', [
        installId,
      ]);
      await world.system(`SELECT pg_notify('daftar_work', '')`);
      await eventually(
        'the installation was read',
        async () => !(await installContext(installId)).scopes.has('orders:write'),
        // The time limit is longer than a minute, because the worker repeats a failed read of GET /installation after a
        // minute.
        100_000,
      );
    });
    const run = await progressOf(on, runId);
    expect(run.succeeded + run.refused).toBe(30);
    expect(run.refused).toBeGreaterThan(0);
    const reasons = (await itemsOf(on, runId))
      .filter(({ state }) => state === 'refused')
      .map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['missing_scope']));
    // When the app detected that the scope was removed, it refused all waiting items without requests to the platform.
    // Only the items in progress got a 403.
    await world.sandbox.control('DELETE', '/faults');
    const { data } = await world.sandbox.control<{ data: { status: number }[] }>(
      'GET',
      `/requests?install_id=${installId}`,
    );
    expect(data.filter(({ status }) => status === 403).length).toBeLessThan(run.refused / 2);
    const poor = await installContext(installId);
    expect(await retryBulkRun(poor, runId, { retries: 0 }, bulkPorts)).toMatchObject({
      code: 'missing_scope',
      scope: 'orders:write',
    });
    // The app refuses to start a bulk run without its scope, and sends no request to the platform.
    const other = await start(on, tagRequest(on, 5));
    expect(await claimBulkItem(bulkPorts)).toBeNull();
    expect(await progressOf(on, other)).toMatchObject({ state: 'ended', refused: 5 });
    expect((await itemsOf(on, other)).map(({ reason, key }) => [reason, key])).toContainEqual([
      'missing_scope',
      null,
    ]);
    await world.sandbox.control('PATCH', `/installs/${installId}`, { effective_scopes: [...scopes] });
    await world.system('UPDATE installs SET effective_scopes = $2 WHERE install_id = $1', [
      installId,
      [...scopes],
    ]);
    expect(await retryBulkRun(on.context, runId, { retries: 0 }, bulkPorts)).toMatchObject({ code: 'done' });
    expect(await working(() => untilEnded(on, runId), { clock: true })).toMatchObject({
      succeeded: 30,
      refused: 0,
    });
    await expectEffects(on, runId);
  });

  it('a run waits while its store must be reconnected or is paused by the publisher, and then continues; an uninstall ends it', async () => {
    const on = await createBulkFixture(world);
    const { installId } = on.context;
    const setState = (state: string) =>
      withSystem(async (tx) => {
        await tx.installToken.updateMany({ where: { installId }, data: { state } });
        await hastenTurns(tx, installId);
      });
    const runId = await start(on, tagRequest(on, 6));
    await setState('reconnect');
    expect(await claimBulkItem(bulkPorts)).toBeNull();
    expect(await progressOf(on, runId)).toMatchObject({
      state: 'running',
      waitsForReconnect: true,
      endsAt: null,
    });
    await setState('active');
    expect(await progressOf(on, runId)).toMatchObject({
      waitsForReconnect: false,
      isStorePaused: false,
      endsAt: expect.any(String),
    });
    await pauseInstall(installId);
    expect(await progressOf(on, runId)).toMatchObject({
      state: 'running',
      isStorePaused: true,
      endsAt: null,
    });
    expect(await claimBulkItem(bulkPorts)).toBeNull();
    await resumeInstall(installId);
    expect(await progressOf(on, runId)).toMatchObject({ isStorePaused: false });
    expect(await working(() => untilEnded(on, runId))).toMatchObject({ succeeded: 6 });

    const [running, paused] = [await start(on, tagRequest(on, 5)), await start(on, tagRequest(on, 5))];
    await pauseBulkRun(on.context, paused);
    const sent = await claimBulkItem(bulkPorts);
    expect(sent).toMatchObject({ installId });
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    await confirmUninstall(installId, installClient(installId, 'webhook'), closeOperations);
    await settleBulkItems();
    expect(await progressOf(on, running)).toMatchObject({
      state: 'cancelled',
      cancelled: 4,
      outcomeUnknown: 1,
      remaining: 0,
    });
    expect(await progressOf(on, paused)).toMatchObject({ state: 'cancelled', cancelled: 5, remaining: 0 });
    // Simulates that the app is installed again. The worker must still send no item that a user requested before the
    // uninstall.
    await world.system(`UPDATE installs SET revoked_at = NULL WHERE install_id = $1`, [installId]);
    expect(await claimBulkItem(bulkPorts)).toBeNull();
  });

  it('open screens are notified of a run about once a second, and of its last change', async () => {
    const on = await createBulkFixture(world);
    const runId = randomUUID();
    /** The progress of the run as an open screen would read it after each notification. */
    const seen: Promise<BulkProgress>[] = [];
    const listening = onLiveChange(
      (change) => change.kind === 'bulk_run' && change.id === runId && seen.push(progressOf(on, runId)),
      () => undefined,
    );
    await listening.ready;
    const from = Date.now();
    try {
      await start(on, tagRequest(on, 40), runId);
      await working(async () => {
        await untilEnded(on, runId);
        await eventually('the end was seen', async () => (await seen.at(-1))?.endedAt);
        await eventually('nothing is left to tell', async () => {
          const rows = await world.system(
            'SELECT 1 FROM bulk_runs WHERE needs_notification AND install_id = $1',
            [on.context.installId],
          );
          return rows.length === 0;
        });
      });
    } finally {
      listening.stop();
    }
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen.length).toBeLessThanOrEqual((Date.now() - from) / 1_000 + 1);
  });
});

describe('several installs', () => {
  /**
   * Claims the next bulk item, as a worker does, and ends its operation as if the platform had accepted the
   * write. Returns the install id of the item; null if no item could be claimed.
   */
  async function serve(): Promise<string | null> {
    const item = await claimBulkItem(bulkPorts);
    if (!item) return null;
    await world.system(
      `UPDATE operations SET state = 'succeeded', ended_at = now(), next_attempt_at = NULL, result = '{}' WHERE id = $1`,
      [item.id],
    );
    await settleBulkItems();
    return item.installId;
  }

  it('a run of 300 items does not delay a run of 5 in another store: the installs are served alternately', async () => {
    const [big, small] = [await createBulkFixture(world, { pages: 4 }), await createBulkFixture(world)];
    const first = await start(big, tagRequest(big, 300));
    for (let turn = 0; turn < 7; turn++) expect(await serve()).toBe(big.context.installId);
    const runId = await start(small, tagRequest(small, 5));
    const turns: (string | null)[] = [];
    while ((await progressOf(small, runId)).remaining > 0) turns.push(await serve());
    expect(turns.length).toBeLessThanOrEqual(10);
    // Two bulk runs of the same store also take turns. So the second run does not have to wait until the first run has
    // ended.
    const second = await start(big, tagRequest(big, 20));
    for (let turn = 0; turn < 10; turn++) await serve();
    expect(await progressOf(big, second)).toMatchObject({ succeeded: 5 });
    expect((await progressOf(big, first)).remaining).toBeGreaterThan(280);
    await cancelAll(big);
  });

  it('a store that gets no answers from the platform has a limited number of items in progress and blocks no other store', async () => {
    const [stuck, fine] = [await createBulkFixture(world), await createBulkFixture(world)];
    const run = await start(stuck, tagRequest(stuck, 30));
    await start(fine, tagRequest(fine, 3));
    const served: string[] = [];
    for (let item = await claimBulkItem(bulkPorts); item; item = await claimBulkItem(bulkPorts))
      served.push(item.installId);
    const ofStuck = served.filter((installId) => installId === stuck.context.installId);
    expect(ofStuck).toHaveLength(4);
    expect(served).toHaveLength(7);
    // The test gives each sent item an unknown outcome. Then the item no longer counts as being sent, so the app sends
    // the next item. The app stops when 20 items of the install have no final outcome.
    for (let round = 0; round < 10; round++) {
      await world.system(
        `UPDATE operations SET attempts = 1, state = 'unknown', outcome_unknown_at = now() WHERE install_id = $1`,
        [stuck.context.installId],
      );
      while (await claimBulkItem(bulkPorts));
    }
    expect(await progressOf(stuck, run)).toMatchObject({ underWay: 20, remaining: 30 });
    await Promise.all([cancelAll(stuck), cancelAll(fine)]);
    await world.system(
      `UPDATE operations SET state = 'needs_review', ended_at = now(), next_attempt_at = NULL WHERE ended_at IS NULL`,
    );
    await settleBulkItems();
    expect(await progressOf(stuck, run)).toMatchObject({
      state: 'cancelled',
      outcomeUnknown: 20,
      cancelled: 10,
    });
  });

  it('the estimated end time follows from the rate of the last minutes; a paused or stalled run has none', async () => {
    const on = await createBulkFixture(world);
    const nobodys = Array.from({ length: 50 }, (_, at) => ({ orderId: `ord_of_nobody_${at}` }));
    const request = tagRequest(on, 18);
    const runId = await start(on, { ...request, targets: [...request.targets, ...nobodys] });
    const startedAgo = (minutes: number) =>
      world.system(`UPDATE bulk_runs SET running_from = now() - $2 * interval '1 minute' WHERE id = $1`, [
        runId,
        minutes,
      ]);
    const secondsLeft = async () => {
      const { endsAt } = await progressOf(on, runId);
      return endsAt && Math.round((Date.parse(endsAt) - Date.now()) / 10_000) * 10;
    };
    expect(await secondsLeft()).toBe(20);
    await startedAgo(2);
    expect(await secondsLeft()).toBeNull();
    for (let turn = 0; turn < 9; turn++) await serve();
    // The run started 2 minutes ago. 9 items have ended and 9 items are left, so the estimated rest is about 120 s. The
    // estimate uses the stored start time of the run, not the real duration of this test.
    await startedAgo(2);
    expect(await secondsLeft()).toBe(120);
    await pauseBulkRun(on.context, runId);
    expect(await secondsLeft()).toBeNull();
    await resumeBulkRun(on.context, runId, bulkPorts);
    expect(await secondsLeft()).toBe(10);
    await cancelAll(on);
    expect(await secondsLeft()).toBeNull();
  });

  /**
   * Returns the bulk runs that have an item to send, but whose install is not due in the ready list (the table of
   * installs with waiting work). The query does not use the code under test.
   */
  const forgottenRuns = (on: BulkFixture) =>
    world.system<{ id: string }>(
      `SELECT id FROM bulk_runs r WHERE install_id = $1 AND state = 'running' AND waiting > 0
         AND (SELECT count(*) FROM bulk_items WHERE install_id = $1 AND state = 'sent') < 20
         AND (SELECT count(*) FROM bulk_items b JOIN operations o ON (o.install_id, o.id) = (b.install_id, b.operation_id)
           WHERE b.install_id = $1 AND b.state = 'sent'
             AND (o.lease_until > now() OR o.attempts = 0 AND o.created_at > now() - interval '30 seconds')) < 4
         AND NOT EXISTS (SELECT FROM due_installs WHERE install_id = $1 AND queue = 'bulk' AND due_at <= now())`,
      [on.context.installId],
    );

  it('a run that this version cannot read blocks no other run', async () => {
    const on = await createBulkFixture(world);
    const [newer, spoilt, fine] = [
      await start(on, tagRequest(on, 2)),
      await start(on, tagRequest(on, 2)),
      await start(on, tagRequest(on, 2)),
    ];
    await world.system(`UPDATE bulk_runs SET kind = 'of_a_newer_version' WHERE id = $1`, [newer]);
    await world.system(`UPDATE bulk_runs SET input = '{"tags": 1}' WHERE id = $1`, [spoilt]);
    for (let turn = 0; turn < 4; turn++) await serve();
    expect(await progressOf(on, fine)).toMatchObject({ succeeded: 2 });
    expect((await itemsOf(on, newer)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect((await itemsOf(on, spoilt)).map(({ reason }) => reason)).toEqual(['invalid', 'invalid']);
  });

  it('M19: a run that waits for the last items of a paused run is served when one of them ends', async () => {
    const on = await createBulkFixture(world);
    const first = await start(on, tagRequest(on, 21));
    for (let item = 0; item < 20; item++) {
      await claimBulkItem(bulkPorts);
      // The worker sent the item and got no response. So the worker's claim has ended, but the operation has not.
      await world.system(
        `UPDATE operations SET attempts = 1, next_attempt_at = now() + interval '1 hour' WHERE install_id = $1 AND ended_at IS NULL`,
        [on.context.installId],
      );
    }
    await pauseBulkRun(on.context, first);
    await start(on, tagRequest(on, 1));
    expect(await claimBulkItem(bulkPorts)).toBeNull();
    await world.system(
      `UPDATE operations SET state = 'refused', ended_at = now(), next_attempt_at = NULL, result = '{}' WHERE install_id = $1
         AND id = (SELECT min(id::text)::uuid FROM operations WHERE install_id = $1 AND ended_at IS NULL)`,
      [on.context.installId],
    );
    // A worker looks for work after the item has ended and before the bulk run has counted this end. The worker finds
    // no work, so it postpones its next look at the install.
    expect(await claimBulkItem(bulkPorts)).toBeNull();
    await settleBulkItems();
    expect(await forgottenRuns(on)).toEqual([]);
    expect(await claimBulkItem(bulkPorts)).not.toBeNull();
  });

  it('M19: the counters add up after every step of any schedule, and no waiting run is forgotten', async () => {
    const random = new Random(`${seed}/steps`);
    const on = await createBulkFixture(world);
    const schedules = Math.max(3, Math.round(60 * testScale));
    for (let schedule = 0; schedule < schedules; schedule++) {
      const runId = await start(on, tagRequest(on, random.int(1, 12)));
      const { installId } = on.context;
      const steps: (() => Promise<unknown>)[] = [
        () => claimBulkItem(bulkPorts),
        () => claimBulkItem(bulkPorts),
        () => claimBulkItem(bulkPorts),
        () =>
          world.system(
            `UPDATE operations SET state = $2, ended_at = now(), next_attempt_at = NULL, result = '{"code":"conflict","status":409}'
             WHERE install_id = $1 AND id IN (SELECT id FROM operations WHERE install_id = $1 AND ended_at IS NULL LIMIT 2)`,
            [installId, ['succeeded', 'refused', 'needs_review'][random.int(0, 2)]],
          ),
        settleBulkItems,
        () => pauseBulkRun(on.context, runId),
        () => resumeBulkRun(on.context, runId, bulkPorts),
        async () => random.chance(0.2) && cancelBulkRun(on.context, runId),
        async () =>
          retryBulkRun(on.context, runId, { retries: (await progressOf(on, runId)).retries }, bulkPorts),
      ];
      for (let step = 0; step < 40; step++) {
        const picked = [1, 2].map(() => steps[random.int(0, steps.length - 1)]);
        // Two random steps run at the same time, as if they came from different tabs or workers.
        await Promise.all(picked.map((run) => run?.()));
        await expectAddsUp(on, runId);
        expect(await forgottenRuns(on), `seed ${seed}`).toEqual([]);
      }
      await cancelBulkRun(on.context, runId);
      await world.system(
        `UPDATE operations SET state = 'refused', ended_at = now(), next_attempt_at = NULL, result = '{}'
         WHERE install_id = $1 AND ended_at IS NULL`,
        [installId],
      );
      await settleBulkItems();
      await expectAddsUp(on, runId);
      expect((await progressOf(on, runId)).endedAt).not.toBeNull();
    }
  });
});

describe('workers in their own processes', () => {
  const killed = { code: null, signal: 'SIGKILL' };

  it.each(['bulk.claiming', 'operation.claimed', 'operation.answered', 'operation.ending', 'bulk.settling'])(
    'IDE-2: kill -9 at %s: every item has exactly one effect after another worker takes over',
    async (point) => {
      const on = await createBulkFixture(world);
      const runId = await start(on, tagRequest(on, 6));
      const crashing = startWorkerProcess(world, point);
      expect(await crashing.exited).toEqual(killed);
      expect((await progressOf(on, runId)).endedAt).toBeNull();
      expect(await working(() => untilEnded(on, runId))).toMatchObject({ succeeded: 6 });
      await expectEffects(on, runId);
      await expectAddsUp(on, runId);
    },
  );

  it('IDE-2: one of two workers is killed at a random moment: no item is lost, and none is sent twice', async () => {
    const random = new Random(`${seed}/kill`);
    const on = await createBulkFixture(world);
    const runId = await start(on, tagRequest(on, 40));
    const workers = [1, 2].map(() => startWorkerProcess(world));
    const time = startTime(world);
    try {
      await Promise.all(workers.map(({ ready }) => ready));
      const after = random.int(1, 25);
      await eventually('some are done', async () => (await progressOf(on, runId)).done >= after);
      expect(await workers[0]?.kill()).toEqual(killed);
      expect(await untilEnded(on, runId)).toMatchObject({ succeeded: 40 });
    } finally {
      await time.stop();
      for (const worker of workers) await worker.stop();
    }
    await expectEffects(on, runId);
    await expectAddsUp(on, runId);
  });
});
