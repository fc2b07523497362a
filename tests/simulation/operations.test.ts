import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDirty } from '@/lib/mirror/dirty/dirty-queue.server';
import { readDirtyOrder } from '@/lib/mirror/dirty/read-dirty.server';
import { operationKind } from '@/lib/kinds/operation-kinds.server';
import { beginSending, claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { attemptOperation } from '@/lib/operations/sending/run-operation.server';
import { type OrderDetail, OrderDetail as Detail } from 'commerce-platform-client/contract/orders';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { Operation } from '@/lib/system/generated/prisma/client';
import { withSystem } from '@/lib/system/db';
import { hastenTurns } from '@/lib/system/queues/ready-list.server';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';
import { Random } from '@/sandbox/world/random';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import {
  type OperationFixture,
  createOperationFixture,
  paidOrder,
} from '@/tests/support/operations/operation-fixture';
import { effectsOf, holdsSecret, mirrored, operationRow } from '@/tests/support/operations/operation-oracle';
import { scenarios } from '@/tests/support/operations/operation-scenarios';
import { eventually } from '@/tests/support/stack/eventually';
import { testScale } from '@/tests/support/stack/test-scale';
import { faults, type FaultyPlatform, startFaultyPlatform } from './faulty-platform';
import { isBusy, systemQuery, whenFree } from '@/tests/support/integration/when-free';

/**
 * Seed of random schedules; the same seed gives the same schedules. In each schedule the merchants of an install submit
 * several writes of any kind. Meanwhile there are faults in the network, the stored idempotency keys, the scopes, the
 * connection to the platform and the processes. Two workers run, and the test moves the clock.
 *
 * When the faults stop, every operation (a recorded write) must reach exactly one final state. The sandbox's ledger of
 * effects (executed changes) must agree with that state.
 */
const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const schedules = Math.round(1_000 * testScale);
const atOnce = 25;

let world: AppWorld;
let platform: FaultyPlatform;

beforeAll(async () => {
  platform = await startFaultyPlatform('http://localhost:3999', new Random(`${seed}/network`));
  world = await startAppWorld({ platform });
});
afterAll(() => world.stop());

type Schedule = { on: OperationFixture; random: Random; presses: Press[] };
type Press = { kind: string; command: Record<string, unknown> & { operationId: string } };

/**
 * Numbers of injected faults, without network faults (`happened`), and of recoveries by the app (`recovered`), by name.
 */
const happened = {
  press_twice: 0,
  lease_taken_over: 0,
  process_died: 0,
  memory_gone: 0,
  scope_off: 0,
  disconnected: 0,
  refund_by_hand: 0,
};
const recovered = {
  resent: 0,
  answered_from_memory: 0,
  refused_from_memory: 0,
  sent_again_after_a_conflict: 0,
  found_by_reading: 0,
  refused_after_unknown_outcome: 0,
  refused_unsent: 0,
  left_for_review: 0,
  waited_in_queue: 0,
  waited_for_reconnect: 0,
};

const kinds = Object.keys(scenarios);
const webhookKinds = kinds.filter((kind) => kind.endsWith('_webhook'));
const otherKinds = kinds.filter((kind) => !webhookKinds.includes(kind));
const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[random.int(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

async function plan(index: number): Promise<Schedule> {
  const random = new Random(`${seed}/${index}`);
  const installId = await world.install({ store: 0 });
  const fixture = await createOperationFixture(await installContext(installId), platform.control);
  const shared = { ...fixture, order: await paidOrder(fixture, 20) };
  const presses: Press[] = [];
  const wanted = Array.from({ length: random.int(3, 5) }, () => pick(random, otherKinds));
  if (random.chance(0.5)) wanted.push(pick(random, webhookKinds));
  for (const kind of wanted) {
    const scenario = scenarios[kind];
    const on = random.chance(0.6) ? shared : fixture;
    const bad = random.chance(0.2) ? await scenario?.bad?.(on) : undefined;
    const input = bad?.input ?? (await scenario?.good(on)) ?? {};
    presses.push({ kind, command: { installId, operationId: randomUUID(), ...input } });
  }
  return { on: fixture, random, presses };
}

/** Submits the writes of a schedule one after another, while faults happen. */
async function press({ on, random, presses }: Schedule): Promise<void> {
  const { installId } = on.context;
  for (const { kind, command } of presses) {
    await sleep(random.int(0, 60));
    const { order } = (await trouble(on, random, command)) ?? {};
    if (order) happened.refund_by_hand += 1;
    const pressOnce = () => whenFree(async () => scenarios[kind]?.run(on.context, command));
    const twice = random.chance(0.15);
    if (twice) happened.press_twice += 1;
    const pressed = Promise.all(twice ? [pressOnce(), pressOnce()] : [pressOnce()]).then(async (all) => {
      for (const one of all) if (one?.code === 'reconnect') recovered.waited_for_reconnect += 1;
      const row = await whenFree(() => operationRow(installId, command.operationId));
      if (row?.attempts === 0 && row.queueKey) recovered.waited_in_queue += 1;
    });
    if (random.chance(0.6)) await pressed;
    else pressing.add(pressed.finally(() => pressing.delete(pressed)));
  }
}
const pressing = new Set<Promise<void>>();

async function trouble(
  on: OperationFixture,
  random: Random,
  command: Record<string, unknown>,
): Promise<{ order?: unknown } | undefined> {
  const { installId, context } = { installId: on.context.installId, context: on.context };
  if (random.chance(0.12)) {
    happened.scope_off += 1;
    const granted = scopes.filter(() => random.chance(0.6));
    await on.control('PATCH', `/installs/${installId}`, { effective_scopes: granted });
  }
  if (random.chance(0.08)) {
    happened.disconnected += 1;
    await systemQuery(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [installId]);
  }
  if (random.chance(0.3)) await connectAgain(on);
  if ('refund' in command && random.chance(0.3)) {
    const body = JSON.stringify({ amount_minor: 700, reason: 'by hand' });
    await context.platform.createRefund(randomUUID(), OrderId.parse(command.orderId), body).catch(() => null);
    return { order: command.orderId };
  }
  return undefined;
}

async function connectAgain(on: OperationFixture): Promise<void> {
  const { installId } = on.context;
  await on.control('PATCH', `/installs/${installId}`, { effective_scopes: [...scopes] });
  await systemQuery(
    `UPDATE install_tokens SET state = 'active', version = version + 1 WHERE install_id = $1 AND state = 'reconnect'`,
    [installId],
  );
  await whenFree(() => withSystem((tx) => hastenTurns(tx, installId)));
}

/**
 * Runs a worker loop that sends operations. At random, a simulated process dies: either before it sends the request, or
 * at a time when the request may already have been sent.
 */
function startWorking(random: Random, mayDie: () => boolean): { stop(): Promise<void> } {
  let isStopped = false;
  const underWay = new Set<Promise<unknown>>();
  const loop = (async () => {
    while (!isStopped) {
      const claimed = underWay.size < 8 ? await whenFree(() => claimOperation('due')) : null;
      if (!claimed) {
        await sleep(15);
        continue;
      }
      if (claimed.attempts > 1) recovered.resent += 1;
      const kind = operationKind(claimed.kind);
      if (mayDie() && random.chance(0.05)) {
        happened.process_died += 1;
        if (!kind.prepare || claimed.before !== null) await whenFree(() => beginSending(claimed, null));
        continue;
      }
      const platformClient = installClient(claimed.installId, 'retry');
      const done: Promise<unknown> = attemptOperation(claimed, kind, platformClient)
        .catch((error: unknown) => {
          // If no database connection was free, the error is ignored, because the operation is sent again after its
          // lease has expired. Other errors are thrown.
          if (!isBusy(error)) throw error;
        })
        .finally(() => underWay.delete(done));
      underWay.add(done);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await loop;
      await Promise.all(underWay);
    },
  };
}

/**
 * Moves the time forward in a loop. So waiting operations become due, request budgets are refilled, and an unknown
 * outcome becomes old enough for a check. Sometimes a lease (the time for which one process may send an operation) also
 * expires.
 */
function startTime(random: Random, rushes: () => boolean): { stop(): Promise<void> } {
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      await systemQuery(
        `UPDATE operations SET next_attempt_at = now()
         WHERE ended_at IS NULL AND lease_until IS NULL AND next_attempt_at > now()`,
        [],
      );
      await systemQuery(
        `UPDATE operations SET outcome_unknown_at = outcome_unknown_at - interval '1 minute'
         WHERE ended_at IS NULL AND outcome_unknown_at BETWEEN now() - interval '50 seconds' AND now() - interval '2 seconds'`,
        [],
      );
      await systemQuery('DELETE FROM budget_requests WHERE granted_at IS NOT NULL', []);
      await systemQuery('UPDATE budgets SET blocked_until = 0 WHERE blocked_until > 0', []);
      if (rushes() && random.chance(0.3)) {
        const taken = await systemQuery(
          `UPDATE operations SET lease_until = now() - interval '1 ms', next_attempt_at = now()
           WHERE ended_at IS NULL AND lease_until > now() AND random() < 0.2 RETURNING id`,
          [],
        );
        happened.lease_taken_over += taken.length;
      }
      // Ends the leases of dead processes, so that other processes can send their operations.
      await systemQuery(
        `UPDATE operations SET lease_until = now() - interval '1 ms', next_attempt_at = now()
         WHERE ended_at IS NULL AND lease_until BETWEEN now() AND now() + interval '28 seconds'`,
        [],
      );
      await sleep(40);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await loop;
    },
  };
}

/**
 * Simulates that 25 hours pass. Every unfinished operation gets 25 hours older, and the platform deletes the
 * idempotency keys. No attempt to send an operation is in progress meanwhile.
 */
async function passADay(): Promise<void> {
  platform.forgetKeys();
  const rows = await systemQuery(
    `UPDATE operations SET first_sent_at = first_sent_at - interval '25 hours',
       outcome_unknown_at = outcome_unknown_at - interval '25 hours', lease_until = NULL, next_attempt_at = now()
     WHERE ended_at IS NULL AND first_sent_at IS NOT NULL RETURNING id`,
    [],
  );
  happened.memory_gone += rows.length;
}

async function drained(all: Schedule[]): Promise<void> {
  const installIds = all.map(({ on }) => on.context.installId);
  const until = Date.now() + 300_000;
  for (;;) {
    const open = await systemQuery<object>(
      `SELECT id, install_id, kind, state, attempts, (SELECT t.state FROM install_tokens t WHERE t.install_id = o.install_id) AS token
       FROM operations o WHERE ended_at IS NULL AND install_id = ANY($1)`,
      [installIds],
    );
    if (open.length === 0) return;
    if (Date.now() > until) {
      const requests = await Promise.all(
        installIds.map((id) => platform.control<{ data: object[] }>('GET', `/requests?install_id=${id}`)),
      );
      const lastRequests = requests.map(({ data }) => data.slice(-2));
      throw new Error(`stuck, seed ${seed}: ${JSON.stringify(open)} after ${JSON.stringify(lastRequests)}`);
    }
    await sleep(50);
  }
}

async function checkSchedule({ on, presses }: Schedule, index: number): Promise<void> {
  for (const { kind, command } of presses) {
    const row = await operationRow(on.context.installId, command.operationId);
    // The app refuses a command without its scope before it records an operation. So there is no operation to check.
    if (!row) continue;
    const what = `seed ${seed}, schedule ${index}: ${kind} ${row.state} ${JSON.stringify(row.result)}`;
    const effects = await effectsOf(on, row);
    expect(effects, what).toBeLessThanOrEqual(1);
    if (row.state === 'refused' && !scenarios[kind]?.isRepeatable) expect(effects, what).toBe(0);
    // A write that requests an order status can succeed and have no effect, because the order may already have that
    // status.
    const mayBeNone = scenarios[kind]?.requestsState && (row.result as { byReading?: boolean })?.byReading;
    if (row.state === 'succeeded' && !mayBeNone) expect(effects, what).toBe(1);
    expect(['succeeded', 'refused', 'needs_review'], what).toContain(row.state);
    if (kind === 'put_webhook') await checkSecret(on, what);
    count(row);
  }
}

/**
 * Checks that the app stores the webhook secret with which the platform signs. If a rotation of the secret is pending,
 * the app first completes it, as the worker would do later.
 *
 * If another process took over an operation, the first process may still be sending its PUT /webhooks after the operation
 * has ended. It then marks the rotation as pending when its request ends. So the check is repeated for some time.
 */
async function checkSecret(on: OperationFixture, what: string): Promise<void> {
  const { installId, scopes: grantedScopes, platform: client } = on.context;
  const isPending = 'SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND pending_since IS NOT NULL';
  await eventually(`${what}: the app stores the secret of the platform`, async () => {
    if ((await systemQuery(isPending, [installId])).length > 0)
      await ensureSubscription({ installId, scopes: grantedScopes }, client).catch(ignoreOvertaken);
    return holdsSecret(on);
  });
}

/** Ignores the error of a PUT /webhooks that another one has overtaken. The subscription is then pending again. */
function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof PlatformError)) throw error;
}

function count(row: Operation): void {
  if ((row.result as { byReading?: boolean } | null)?.byReading) recovered.found_by_reading += 1;
  if (row.state === 'needs_review') recovered.left_for_review += 1;
  if (row.state === 'refused' && row.outcomeUnknownAt) recovered.refused_after_unknown_outcome += 1;
  if (row.state === 'refused' && !row.firstSentAt) recovered.refused_unsent += 1;
}

/**
 * Reads every entity that has a dirty mark (a request to read it). Then checks that each order that an operation
 * changed is equal in the mirror (the app's copy) and on the platform.
 */
async function checkMirror(all: Schedule[]): Promise<void> {
  for (let marks = await claimDirty(50); marks.length > 0; marks = await claimDirty(50))
    await Promise.all(marks.map((mark) => readDirtyOrder(mark, installClient(mark.installId, 'webhook'))));
  const { orders } = await platform.control<{ orders: OrderDetail[] }>(
    'GET',
    `/dump?store_id=${world.stores[0]?.id}`,
  );
  const platformOrders = new Map(orders.map((order) => [order.id as string, Detail.parse(order)]));
  for (const { on, presses } of all)
    for (const { kind, command } of presses) {
      const row = await operationRow(on.context.installId, command.operationId);
      if (row?.state !== 'succeeded') continue;
      const created = (row.result as { orderId?: string } | null)?.orderId;
      if (!created) continue;
      const mirror = await mirrored(on.context.installId, created);
      const order = platformOrders.get(created);
      const what = `seed ${seed}: mirror of ${kind}`;
      expect(mirror.row, what).not.toBeNull();
      expect(new Date(order?.updated_at ?? 0).getTime() >= (mirror.row?.updatedAt.getTime() ?? 0), what).toBe(
        true,
      );
      if (kind === 'create_fulfillment' || kind === 'create_refund')
        expect((mirror.row?.detail as Partial<OrderDetail>)?.fulfillments?.length, what).toBe(
          order?.fulfillments.length,
        );
    }
}

it(`IDE-2: in ${schedules} seeded schedules with faults every write ends with at most one effect; no write is lost and none is stuck`, {
  timeout: 3_600_000,
}, async () => {
  const random = new Random(`${seed}/time`);
  for (let first = 0; first < schedules; first += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, schedules - first) }, (_, at) => first + at);
    const all = await Promise.all(indexes.map((index) => whenFree(() => plan(index))));
    let isFailing = true;
    platform.faultProbability = 0.35;
    await platform.control('POST', '/faults', {
      on: 'api',
      match: 'POST /v1/orders*',
      effect: 'delay',
      delay_ms: 80,
      probability: 0.1,
    });
    const time = startTime(random, () => isFailing);
    const startWorkers = () => [1, 2].map(() => startWorking(random, () => isFailing));
    let workers = startWorkers();
    await Promise.all(all.map(press));
    await Promise.all(pressing);
    if (random.chance(0.5)) {
      await Promise.all(workers.map((worker) => worker.stop()));
      await passADay();
      workers = startWorkers();
      await sleep(500);
    }
    isFailing = false;
    platform.faultProbability = 0;
    await platform.control('DELETE', '/faults');
    await Promise.all(all.map(({ on }) => connectAgain(on)));
    await drained(all);
    await Promise.all(workers.map((worker) => worker.stop()));
    await time.stop();
    for (const [at, schedule] of all.entries()) await checkSchedule(schedule, first + at);
    await checkMirror(all);
  }
  recovered.answered_from_memory = platform.replayed.successes;
  recovered.refused_from_memory = platform.replayed.refusals;
  recovered.sent_again_after_a_conflict = platform.inProgress;
  const counters = { ...platform.fired, ...happened, ...recovered };
  console.log(`seed ${seed}, ${schedules} schedules: ${JSON.stringify(counters)}`);
  // A short test may miss some kinds of faults, so it checks only the total number of faults. A full test also checks
  // the number of each kind.
  expect(faults.reduce((sum, name) => sum + platform.fired[name], 0)).toBeGreaterThan(schedules / 5);
  if (testScale < 1) return;
  for (const name of faults) expect(platform.fired[name], name).toBeGreaterThanOrEqual(50);
  for (const [name, times] of Object.entries(happened)) expect(times, name).toBeGreaterThanOrEqual(50);
  for (const [name, times] of Object.entries(recovered)) expect(times, name).toBeGreaterThanOrEqual(20);
});
