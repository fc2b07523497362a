import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { confirmUninstall } from '@/lib/installs/confirm-uninstall.server';
import { completeOperation, failOperation } from '@/lib/operations/sending/end-operation.server';
import type { ClaimedOperation } from '@/lib/operations/sending/operation-kind.server';
import {
  claimOperation,
  postponeOperation,
  recordOperation,
  renewClaim,
} from '@/lib/operations/sending/operation-queue.server';
import { attemptOperation } from '@/lib/operations/sending/run-operation.server';
import { operationKind } from '@/lib/kinds/operation-kinds.server';
import { purgeRequests } from '@/lib/operations/sending/purge-requests.server';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import { buryOrder, writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { nextFence, withSystem } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import {
  type OperationFixture,
  createOperationFixture,
  paidOrder,
} from '@/tests/support/operations/operation-fixture';
import { effectsOf, holdsSecret, mirrored, operationRow } from '@/tests/support/operations/operation-oracle';
import { patiently } from '@/tests/support/operations/operation-patience';
import { type Scenario, scenarios as impatient } from '@/tests/support/operations/operation-scenarios';

/**
 * The use case of each kind of operation (recorded write), without the time limit of 2 s for a user's request. On a
 * busy machine, a write often takes longer and would return "unconfirmed".
 */
const scenarios: Record<string, Scenario> = Object.fromEntries(
  Object.entries(impatient).map(([name, scenario]) => [name, { ...scenario, run: patiently(scenario.run) }]),
);

let world: AppWorld;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
afterEach(() => world.sandbox.control('DELETE', '/faults'));

/** Creates a new install for the test, so that no other test uses its request budget. */
async function freshFixture(scopes?: string[]): Promise<OperationFixture> {
  const installId = await world.install(scopes && { scopes });
  return createOperationFixture(await installContext(installId), world.sandbox.control);
}

const fault = (route: string, effect: string, more: object = {}) =>
  world.sandbox.control('POST', '/faults', { on: 'api', match: route, effect, count: 1, ...more });

const command = (on: OperationFixture, input: Record<string, unknown>) => ({
  installId: on.context.installId,
  operationId: randomUUID(),
  ...input,
});

async function rowOf(on: OperationFixture, operationId: string) {
  const row = await operationRow(on.context.installId, operationId);
  if (!row) throw new Error('nothing was recorded');
  return row;
}

/** Makes the operation due now and moves the time of its first attempt back by this many hours. */
const age = (operationId: string, hours: number) =>
  world.system(
    `UPDATE operations SET first_sent_at = first_sent_at - $2 * interval '1 hour',
       -- The column rounds to milliseconds, possibly up, so the time must be clearly in the past.
       outcome_unknown_at = outcome_unknown_at - $2 * interval '1 hour', next_attempt_at = now() - interval '1 second'
     WHERE id = $1`,
    [operationId, hours],
  );

async function claim(on: OperationFixture, operationId: string): Promise<ClaimedOperation> {
  const key = { installId: on.context.installId, id: OperationId.parse(operationId) };
  return (await claimOperation(key)) ?? expect.fail('not claimed');
}

/** Records the operation of a stock movement without sending it. Returns the operation id. */
async function recorded(on: OperationFixture, given?: unknown): Promise<string> {
  const movement = given ?? (await scenarios.create_movement?.good(on))?.movement ?? expect.fail();
  const operationId = randomUUID();
  await recordOperation({
    installId: on.context.installId,
    id: OperationId.parse(operationId),
    kind: 'create_movement',
    target: {},
    request: JSON.stringify(movement),
    actor: null,
  });
  return operationId;
}

/** Makes one attempt to send the operation, as the worker does. */
async function goOn(on: OperationFixture, operationId: string): Promise<void> {
  const claimed = await claim(on, operationId);
  await attemptOperation(claimed, operationKind(claimed.kind), on.context.platform);
}

const all = Object.entries(scenarios);

describe.each(all)('%s', (name, scenario: Scenario) => {
  it('IDE-2: succeeds once, and the same command sent again gets the same answer', async () => {
    const on = await freshFixture();
    const good = command(on, await scenario.good(on));
    const outcome = await scenario.run(on.context, good);
    expect(outcome.code).toMatch(/^(succeeded|created)$/);
    expect(await scenario.run(on.context, good)).toEqual(outcome);
    const row = await rowOf(on, good.operationId);
    expect(await effectsOf(on, row)).toBe(1);
    expect(row).toMatchObject({ state: 'succeeded', attempts: 1, leaseUntil: null, nextAttemptAt: null });
    expect(row.requestIds).toHaveLength(1);
    if (name.endsWith('_webhook') && name !== 'test_webhook') expect(await holdsSecret(on)).toBe(true);
    if (!('orderId' in good)) return;
    const mirror = await mirrored(on.context.installId, String(good.orderId));
    expect({ row: mirror.row !== null, mark: mirror.isMarked, nothing: false }[scenario.inMirror]).toBe(true);
  });

  it.runIf(scenario.bad)(
    'IDE-2: a refusal by the platform is returned with its code and ends the operation',
    async () => {
      const on = await freshFixture();
      const { input, refusal } = (await scenario.bad?.(on)) ?? { input: {} };
      const bad = command(on, input);
      expect(await scenario.run(on.context, bad)).toMatchObject({ code: 'refused', ...refusal });
      const row = await rowOf(on, bad.operationId);
      expect(await effectsOf(on, row)).toBe(0);
      expect(row.state).toBe('refused');
    },
  );

  it.each(['drop_request', 'drop_response'])(
    'S29 IDE-2: after a %s it is unconfirmed, and the same key settles it as one write',
    async (effect) => {
      const on = await freshFixture();
      const good = command(on, await scenario.good(on));
      await fault(scenario.route, effect);
      expect(await scenario.run(on.context, good)).toEqual({ code: 'unconfirmed', status: 202 });
      await age(good.operationId, 0);
      expect(await scenario.run(on.context, good)).toMatchObject({
        code: expect.stringMatching(/^(succeeded|created)$/),
      });
      expect(await effectsOf(on, await rowOf(on, good.operationId))).toBe(1);
      if (name === 'put_webhook') expect(await holdsSecret(on)).toBe(true);
    },
  );

  it.each([
    ['the answer was lost', 'drop_response', scenario.isFoundByReading ? 'succeeded' : 'needs_review', 1],
    ['the request was lost', 'drop_request', 'needs_review', 0],
  ])('after 23 h, %s: nothing is sent that could happen twice', async (_, effect, state, effects) => {
    const on = await freshFixture();
    const good = command(on, await scenario.good(on));
    await fault(scenario.route, effect);
    await scenario.run(on.context, good);
    await age(good.operationId, 23.1);
    await goOn(on, good.operationId);
    const row = await rowOf(on, good.operationId);
    expect(row.state).toBe(scenario.isRepeatable ? 'succeeded' : state);
    expect(await effectsOf(on, row)).toBe(scenario.isRepeatable ? 1 : effects);
  });

  it.each([
    ['the answer was lost', 'drop_response', scenario.isFoundByReading ? 'succeeded' : 'needs_review', 1],
    ['the request was lost', 'drop_request', 'refused', 0],
  ])(
    'a refusal after %s counts only after the effect was searched for',
    async (_, effect, state, effects) => {
      const on = await freshFixture();
      const good = command(on, await scenario.good(on));
      await fault(scenario.route, effect);
      await scenario.run(on.context, good);
      await age(good.operationId, 1);
      await fault(scenario.route, 'status', { status: 403 });
      await goOn(on, good.operationId);
      const row = await rowOf(on, good.operationId);
      // The operation needs review if a read cannot show whether the write took effect. A read cannot show which
      // operation made a stock movement. A read also cannot show an order status that the order had only for a short
      // time.
      const isUnclear = effects === 0 && (scenario.requestsState || !scenario.canBeAbsent);
      expect(row.state).toBe(scenario.isRepeatable ? 'refused' : isUnclear ? 'needs_review' : state);
      expect(await effectsOf(on, row)).toBe(effects);
    },
  );
});

describe('before anything is recorded', () => {
  it.each(all.filter(([name]) => !name.endsWith('_webhook')))(
    'AUT-3: without its scope %s is not recorded, and the scope is named',
    async (_, scenario) => {
      const rich = await freshFixture();
      const input = await scenario.good(rich);
      const poor = await installContext(await world.install({ scopes: ['orders:read'] }));
      const outcome = await scenario.run(poor, {
        ...input,
        installId: poor.installId,
        operationId: randomUUID(),
      });
      expect(outcome).toMatchObject({ code: 'missing_scope', status: 403, scope: expect.any(String) });
      expect(await world.system('SELECT 1 FROM operations WHERE install_id = $1', [poor.installId])).toEqual(
        [],
      );
    },
  );

  it('REF-3: a restock also needs inventory:write', async () => {
    const on = await freshFixture(['orders:read', 'refunds:write', 'orders:create', 'products:read']);
    const refund = { amount_minor: 1, restock: true };
    const input = command(on, { orderId: (await paidOrder(on)).id, refund });
    expect(await scenarios.create_refund?.run(on.context, input)).toEqual({
      code: 'missing_scope',
      status: 403,
      scope: 'inventory:write',
    });
  });

  it.each(all.filter(([name]) => name !== 'delete_webhook'))(
    'D2: the operation id of %s with another request is refused, and nothing more is sent',
    async (name, scenario) => {
      const on = await freshFixture();
      const first = command(on, await scenario.good(on));
      await scenario.run(on.context, first);
      const other = name.includes('webhook')
        ? { topics: ['app.uninstalled'], event: { topic: 'order.created' } }
        : name === 'create_movement'
          ? { movement: { ...(first as { movement?: object }).movement, delta: 4 } }
          : name === 'create_order'
            ? { order: { ...(first as { order?: object }).order, note: 'other' } }
            : { orderId: (await paidOrder(on)).id };
      expect(await scenario.run(on.context, { ...first, ...other })).toEqual({
        code: 'operation_reused',
        status: 409,
      });
      expect(await effectsOf(on, await rowOf(on, first.operationId))).toBe(1);
    },
  );
});

describe('writes to one order', () => {
  it('are sent in the order in which they were requested, even if the first one still waits for its response', async () => {
    const on = await freshFixture();
    const { id: orderId } = await paidOrder(on);
    const run = scenarios.set_order_status?.run ?? expect.fail();
    await fault('PATCH /v1/orders/*', 'delay', { delay_ms: 600 });
    const first = command(on, { orderId, status: 'approved' });
    const second = command(on, { orderId, status: 'processing' });
    const running = run(on.context, first);
    await eventually(
      'the first one is sent',
      async () => (await operationRow(on.context.installId, first.operationId))?.state === 'sending',
    );
    const outcome = impatient.set_order_status?.run(on.context, second);
    expect(await running).toMatchObject({ code: 'succeeded' });
    // On a slow machine, the second operation may wait longer than 2 s for the earlier operation of the queue. The
    // second command then returns "unconfirmed", and the test sends it again.
    const last = await outcome;
    expect(last?.code === 'unconfirmed' ? await run(on.context, second) : last).toMatchObject({
      code: 'succeeded',
    });
    const { row } = await mirrored(on.context.installId, orderId);
    expect(row?.status).toBe('processing');
  });

  it('wait behind a write with an unknown outcome; writes to another order do not wait', async () => {
    const on = await freshFixture();
    const { id: orderId } = await paidOrder(on);
    const run = scenarios.set_order_status?.run ?? expect.fail();
    await fault('PATCH /v1/orders/*', 'drop_request');
    const first = command(on, { orderId, status: 'approved' });
    const second = command(on, { orderId, status: 'processing' });
    expect(await run(on.context, first)).toMatchObject({ code: 'unconfirmed' });
    await world.system(`UPDATE operations SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`, [
      first.operationId,
    ]);
    expect(await run(on.context, second)).toMatchObject({ code: 'unconfirmed' });
    expect(await rowOf(on, second.operationId)).toMatchObject({ state: 'recorded', attempts: 0 });
    expect(
      await run(on.context, command(on, { orderId: (await paidOrder(on)).id, status: 'approved' })),
    ).toMatchObject({ code: 'succeeded' });
    await age(first.operationId, 0);
    await goOn(on, first.operationId);
    expect(await run(on.context, second)).toMatchObject({ code: 'succeeded' });
  });

  it('PAT-1: do not overwrite a note that another user changed, and neither note is stored', async () => {
    const on = await freshFixture();
    const { id: orderId } = await paidOrder(on);
    await on.control('PATCH', `/orders/${orderId}`, { note: 'theirs, with a phone 944999888' });
    const mine = command(on, { orderId, noteSeen: null, change: { note: 'mine 944777666' } });
    const run = scenarios.patch_order?.run ?? expect.fail();
    expect(await run(on.context, mine)).toMatchObject({
      code: 'refused',
      status: 409,
      reason: 'changed_meanwhile',
    });
    const row = await rowOf(on, mine.operationId);
    expect(row.firstSentAt).toBeNull();
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? null : value))).not.toMatch(
      /944(999|777)/,
    );
  });

  it('STA-2: succeed if the order already has the status, no matter who set it', async () => {
    const on = await freshFixture();
    const { id: orderId } = await paidOrder(on);
    await on.control('PATCH', `/orders/${orderId}`, { status: 'approved' });
    const outcome = await scenarios.set_order_status?.run(
      on.context,
      command(on, { orderId, status: 'approved' }),
    );
    expect(outcome).toMatchObject({ code: 'succeeded', result: { orderStatus: 'approved' } });
  });

  it('STA-2: end as refused if a request was lost, its retry is refused and the order has not changed since', async () => {
    const on = await freshFixture();
    const { body } = await on.context.platform.listOrders({ status: 'placed', limit: 100 });
    const orderId = body.data.at(-1)?.id ?? '';
    const mine = command(on, { orderId, status: 'approved' });
    await fault('PATCH /v1/orders/*', 'drop_request');
    await scenarios.set_order_status?.run(on.context, mine);
    await age(mine.operationId, 0);
    await fault('PATCH /v1/orders/*', 'status', { status: 403 });
    await goOn(on, mine.operationId);
    // The app sent the first request a moment ago, so the request can still take effect. The outcome is therefore still
    // unknown.
    expect((await rowOf(on, mine.operationId)).state).toBe('unknown');
    await age(mine.operationId, 0.02);
    await fault('PATCH /v1/orders/*', 'status', { status: 403 });
    await goOn(on, mine.operationId);
    expect((await rowOf(on, mine.operationId)).state).toBe('refused');
  });

  it.each([
    ['while its outcome is unknown', 'drop_request', {}, 'unknown'],
    ['though it was only told to wait', 'status', { status: 429 }, 'recorded'],
  ] as const)(
    'REF-1: %s, money that another user refunded by hand is not refunded twice',
    async (_, effect, change, state) => {
      const on = await freshFixture();
      const order = await paidOrder(on);
      const mine = command(on, { orderId: order.id, refund: { amount_minor: 700 } });
      const run = scenarios.create_refund?.run ?? expect.fail();
      await fault('POST /v1/orders/*', effect, change);
      await run(on.context, mine);
      expect((await rowOf(on, mine.operationId)).state).toBe(state);
      await world.system('UPDATE budgets SET blocked_until = 0');
      const byHand = JSON.stringify({ amount_minor: 700, reason: 'by hand' });
      await on.context.platform.createRefund(randomUUID(), order.id, byHand);
      await age(mine.operationId, 0);
      await goOn(on, mine.operationId);
      const row = await rowOf(on, mine.operationId);
      expect(row.state).toBe('needs_review');
      expect(await effectsOf(on, row)).toBe(0);
    },
  );

  it('REF-1: are refused before they are sent, if a refund is greater than what is left of the payment', async () => {
    const on = await freshFixture();
    const { id: orderId, total } = await paidOrder(on);
    const mine = command(on, { orderId, refund: { amount_minor: total.amount_minor + 1 } });
    expect(await scenarios.create_refund?.run(on.context, mine)).toMatchObject({
      code: 'refused',
      status: 409,
    });
    expect(await rowOf(on, mine.operationId)).toMatchObject({ state: 'refused', firstSentAt: null });
  });

  it("REF-4: store in the refund's result which status the order kept", async () => {
    const on = await freshFixture();
    const { id: orderId } = await paidOrder(on);
    const outcome = await scenarios.create_refund?.run(
      on.context,
      command(on, { orderId, refund: { amount_minor: 1 } }),
    );
    expect(outcome).toMatchObject({ result: { orderStatus: 'placed', orderStatusSkipped: true } });
  });
});

it('IDE-2: a refund whose answer was lost is sent again, and the order has one refund', async () => {
  const on = await freshFixture();
  const paid = await paidOrder(on);
  const refund = command(on, { orderId: paid.id, refund: { amount_minor: 700 } });
  const scenario = scenarios.create_refund ?? expect.fail();
  await fault(scenario.route, 'drop_response');
  expect(await scenario.run(on.context, refund)).toMatchObject({ code: 'unconfirmed' });
  // On a busy machine, the first attempt may still have its lease (the time for which one process may send the
  // operation). So the test submits the form repeatedly until the write has succeeded.
  await eventually('the refund has succeeded', async () => {
    await age(refund.operationId, 0);
    return (await scenario.run(on.context, refund)).code === 'succeeded';
  });
  const { refunds } = (await on.context.platform.getOrder(OrderId.parse(paid.id))).body.data;
  expect(refunds.map(({ amount }) => amount.amount_minor)).toEqual([700]);
});

it('a lost order is searched for only among orders that no other operation made, so few orders are read', async () => {
  const on = await freshFixture();
  const scenario = scenarios.create_order ?? expect.fail();
  const input = await scenario.good(on);
  for (let other = 0; other < 3; other++) await scenario.run(on.context, command(on, input));
  const lost = command(on, input);
  await fault(scenario.route, 'drop_response');
  await scenario.run(on.context, lost);
  await age(lost.operationId, 23.1);
  await goOn(on, lost.operationId);
  expect((await rowOf(on, lost.operationId)).state).toBe('succeeded');
  const { data } = await on.control<{ data: { method: string; path: string }[] }>(
    'GET',
    `/requests?install_id=${on.context.installId}`,
  );
  expect(data.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/orders/'))).toHaveLength(
    1,
  );
});

/** Kinds of operations after which the app stores the order of the platform's response. */
const kindsWithOrder = all.flatMap(([name, { inMirror }]) => (inMirror === 'row' ? [name] : []));

describe.each(kindsWithOrder)('a replayed answer of %s', (name) => {
  /**
   * Sends a write whose response is lost. Returns the command of the write, and the order as a later read returns it.
   */
  async function lostWrite(on: OperationFixture, scenario: Scenario) {
    const good = command(on, await scenario.good(on));
    await fault(scenario.route, 'drop_response');
    expect(await scenario.run(on.context, good)).toEqual({ code: 'unconfirmed', status: 202 });
    const { idempotencyKey } = await rowOf(on, good.operationId);
    const { data } = await on.control<{ data: { kind: string; id: string }[] }>(
      'GET',
      `/effects?idempotency_key=${idempotencyKey}`,
    );
    const orderId = OrderId.parse(data.find(({ kind }) => kind === scenario.effect)?.id);
    return { good, orderId, order: (await on.context.platform.getOrder(orderId)).body.data };
  }

  it('D4 M4: replaces no data of a later read with the same date, and the order is read again', async () => {
    const on = await freshFixture();
    const { installId, db } = on.context;
    const scenario = scenarios[name] ?? expect.fail();
    const { good, orderId, order } = await lostWrite(on, scenario);
    await db.transaction(async (tx) => {
      const later = { ...order, payment_status: 'refunded', tags: ['later'] };
      await writeOrderDetail(tx, installId, later, { fence: await nextFence(tx), byEvent: false });
      await tx.dirtyMark.deleteMany({});
    });
    await age(good.operationId, 0);
    expect((await scenario.run(on.context, good)).code).toBe('succeeded');
    const { row, isMarked } = await mirrored(installId, orderId);
    expect(row).toMatchObject({ paymentStatus: 'refunded', tags: ['later'] });
    expect(isMarked).toBe(true);
  });

  it('M5: does not bring back an order that a later read did not find', async () => {
    const on = await freshFixture();
    const { installId, db } = on.context;
    const scenario = scenarios[name] ?? expect.fail();
    const { good, orderId } = await lostWrite(on, scenario);
    await db.transaction(async (tx) => buryOrder(tx, installId, orderId, { fence: await nextFence(tx) }));
    await age(good.operationId, 0);
    expect((await scenario.run(on.context, good)).code).toBe('succeeded');
    expect((await mirrored(installId, orderId)).row?.deletedAt).toBeInstanceOf(Date);
  });
});

describe('two processes with one operation', () => {
  /**
   * Ends the lease (the time for which one process may send the operation), and claims the operation for
   * another process.
   */
  async function takeOver(on: OperationFixture, operationId: string) {
    await world.system(`UPDATE operations SET lease_until = now() - interval '1 second' WHERE id = $1`, [
      operationId,
    ]);
    await age(operationId, 0);
    return claim(on, operationId);
  }

  it('only when the lease of the first has ended can the second claim it', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    const first = await claim(on, operationId);
    await age(operationId, 0);
    const key = { installId: on.context.installId, id: OperationId.parse(operationId) };
    expect(await claimOperation(key)).toBeNull();
    expect(await takeOver(on, operationId)).toMatchObject({ id: operationId, claim: first.claim + 1 });
  });

  it('a process that renews its claim after it postponed the operation changes nothing', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    const claimed = await claim(on, operationId);
    await renewClaim(claimed);
    expect((await rowOf(on, operationId)).leaseUntil).not.toBeNull();
    await postponeOperation(claimed, { seconds: 3600, uncertain: false });
    const putOff = await rowOf(on, operationId);
    await renewClaim(claimed);
    expect(await rowOf(on, operationId)).toEqual(putOff);
  });

  it('S31: a process whose claim was taken over sends nothing and ends nothing', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    const first = await claim(on, operationId);
    const second = await takeOver(on, operationId);
    await attemptOperation(first, operationKind(first.kind), on.context.platform);
    await failOperation(first, { state: 'refused' });
    const row = await rowOf(on, operationId);
    expect(row).toMatchObject({ state: 'recorded', claim: second.claim });
    expect(await effectsOf(on, row)).toBe(0);
  });

  it('a success is stored and returned once', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    const first = await claim(on, operationId);
    const second = await takeOver(on, operationId);
    let stored = 0;
    const success = { requestId: null, store: async () => ({ stored: ++stored }) };
    for (const holder of [second, first])
      await completeOperation(holder, success, { fence: 1n, byReading: false });
    expect(stored).toBe(1);
    expect((await rowOf(on, operationId)).result).toEqual({ stored: 1 });
  });

  it('S31: a success that arrives after the next process has ended the operation without success still counts', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    const first = await claim(on, operationId);
    const second = await takeOver(on, operationId);
    await failOperation(second, { state: 'needs_review' });
    const success = { requestId: null, store: async () => ({}) };
    await completeOperation(first, success, { fence: 1n, byReading: false });
    expect((await rowOf(on, operationId)).state).toBe('succeeded');
  });
});

describe('S29: 48 h after it was requested, an unfinished operation is left for review and blocks no other', () => {
  const orderedHoursAgo = (operationId: string, hours: number, requestEnc?: string) =>
    world.system(
      `UPDATE operations SET created_at = created_at - $2 * interval '1 hour',
         next_attempt_at = now() - interval '1 second', request_enc = coalesce($3, request_enc) WHERE id = $1`,
      [operationId, hours, requestEnc],
    );

  it.each([
    ['that nobody could send', undefined],
    ['whose key was dropped', 'k0:gone'],
  ])('an operation %s', async (_, requestEnc) => {
    const on = await freshFixture();
    const { installId } = on.context;
    const { id: orderId } = await paidOrder(on);
    const operationId = randomUUID();
    const id = OperationId.parse(operationId);
    const request = JSON.stringify({ amount_minor: 700 });
    await recordOperation({
      installId,
      id,
      kind: 'create_refund',
      target: { orderId },
      request,
      actor: null,
    });
    await orderedHoursAgo(operationId, 47.9, requestEnc);
    if (requestEnc) await expect(claimOperation({ installId, id })).rejects.toThrow();
    await world.system('UPDATE operations SET lease_until = NULL WHERE id = $1', [operationId]);
    await orderedHoursAgo(operationId, 0.2);
    expect(await claimOperation({ installId, id })).toBeNull();
    const row = await rowOf(on, operationId);
    expect(row).toMatchObject({ state: 'needs_review', leaseUntil: null, nextAttemptAt: null });
    expect(row.endedAt).not.toBeNull();
    const next = command(on, { orderId, status: 'approved' });
    expect(await scenarios.set_order_status?.run(on.context, next)).toMatchObject({ code: 'succeeded' });
    expect(await effectsOf(on, row)).toBe(0);
  });

  it('one hour before these 48 h end, an operation is still sent', async () => {
    const on = await freshFixture();
    const operationId = await recorded(on);
    await orderedHoursAgo(operationId, 47);
    await goOn(on, operationId);
    expect((await rowOf(on, operationId)).state).toBe('succeeded');
  });
});

it('EVT-10: an operation recorded while an uninstall closes the install keeps its request, because it has not ended', async () => {
  const on = await freshFixture();
  const { installId } = on.context;
  const { movement } = (await scenarios.create_movement?.good(on)) ?? expect.fail();
  const before = await recorded(on, movement);
  await world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [installId]);
  const gone = { getInstallation: () => Promise.reject(new ReconnectRequired('uninstalled')) };
  const { closing, during } = await withSystem(async (tx) => {
    const [holder] = await tx.$queryRaw<{ pid: number }[]>`
      SELECT pg_backend_pid() AS pid FROM operations WHERE id = ${before}::uuid FOR UPDATE`;
    const begun = confirmUninstall(installId, gone, closeOperations);
    await eventually('it waits to end the operations it has seen', async () => {
      // Reads pg_stat_activity on another connection. In the test's own transaction, the view would show only the
      // sessions that existed at the first read of the view.
      const waiting = await world.system(
        'SELECT 1 FROM pg_stat_activity WHERE $1::integer = ANY(pg_blocking_pids(pid))',
        [holder?.pid],
      );
      return waiting.length > 0;
    });
    return { closing: { begun }, during: await recorded(on, movement) };
  });
  await closing.begun;
  expect(await rowOf(on, before)).toMatchObject({ state: 'needs_review', requestEnc: null });
  expect(await rowOf(on, during)).toMatchObject({ state: 'recorded', requestEnc: expect.any(String) });
});

it('ERR-1: the request id of every attempt is stored, for the last 50 attempts', async () => {
  const on = await freshFixture();
  const scenario = scenarios.create_movement ?? expect.fail();
  // The operation was recorded but never sent or claimed. So no other process sends it during the test.
  const operationId = await recorded(on);
  await fault(scenario.route, 'status', { status: 503, count: 3 });
  for (const attempts of [1, 2, 3]) {
    await age(operationId, 0);
    await goOn(on, operationId);
    expect((await rowOf(on, operationId)).requestIds).toHaveLength(attempts);
  }
  await world.system(
    `UPDATE operations SET request_ids = ARRAY(SELECT 'req_' || n FROM generate_series(1, 50) n) WHERE id = $1`,
    [operationId],
  );
  await age(operationId, 0);
  await goOn(on, operationId);
  const { requestIds, state } = await rowOf(on, operationId);
  expect(state).toBe('succeeded');
  expect(requestIds).toHaveLength(50);
  expect(requestIds.slice(0, 1)).toEqual(['req_2']);
});

it('the request is emptied 24 h after the end, and the outcome is still returned', async () => {
  const on = await freshFixture();
  const scenario = scenarios.create_movement ?? expect.fail();
  const good = command(on, await scenario.good(on));
  const outcome = await scenario.run(on.context, good);
  await purgeRequests();
  expect((await rowOf(on, good.operationId)).requestEnc).not.toBeNull();
  await world.system(`UPDATE operations SET ended_at = ended_at - interval '24 hours' WHERE id = $1`, [
    good.operationId,
  ]);
  await purgeRequests();
  expect((await rowOf(on, good.operationId)).requestEnc).toBeNull();
  expect(await scenario.run(on.context, good)).toEqual(outcome);
});
