import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDirty } from '@/lib/mirror/dirty/dirty-queue.server';
import { readDirtyOrder } from '@/lib/mirror/dirty/read-dirty.server';
import { operationKind } from '@/lib/kinds/operation-kinds.server';
import { claimOperation, recordOperation } from '@/lib/operations/sending/operation-queue.server';
import { attemptOperation } from '@/lib/operations/sending/run-operation.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { decrypt } from '@/lib/system/keys/crypto';
import { dbPool, systemQuery, tenantDb } from '@/lib/system/db';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import type { Child } from '@/server/stack/child';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import { sellElsewhere, platformStateOf } from '@/tests/support/integration/merchant-sales';
import { type OperationFixture, createOperationFixture } from '@/tests/support/operations/operation-fixture';
import { effectsOf, holdsSecret, mirrored, operationRow } from '@/tests/support/operations/operation-oracle';
import { scenarios } from '@/tests/support/operations/operation-scenarios';
import { startProgram } from '@/tests/support/stack/program';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';
import { testScale } from '@/tests/support/stack/test-scale';

// The time limits are long, because these tests start, kill and replace processes. On a busy machine, each
// process needs many seconds to start.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let world: AppWorld;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  endpoint = await startWebhookEndpoint();
  world = await startAppWorld({ appUrl: endpoint.appUrl });
});
afterAll(async () => {
  await endpoint.stop();
  await world.stop();
});

const killed = { code: null, signal: 'SIGKILL' };

/**
 * Simulates that all leases (of 15, 30 and 60 s) have expired. A lease is the time for which only one process
 * may do some work.
 */
async function letLeasesRunOut(): Promise<void> {
  for (const [table, column] of [
    ['operations', 'lease_until'],
    ['operations', 'next_attempt_at'],
    ['sweeps', 'lease_until'],
    ['dirty_marks', 'lease_until'],
    ['install_tokens', 'lease_until'],
    ['install_tokens', 'finish_claimed_until'],
  ])
    await world.system(
      `UPDATE ${table} SET ${column} = now() - interval '1 second' WHERE ${column} IS NOT NULL`,
    );
}

/**
 * Kills a worker when it reaches the crash point `point` (a named place in the worker's code), and lets the worker's
 * leases expire. Then runs another worker until `settled` returns true.
 */
async function crashAndRecover(point: string, settled: () => Promise<boolean>): Promise<void> {
  const crashing = startWorkerProcess(world, point);
  expect(await crashing.exited).toEqual(killed);
  expect(await settled()).toBe(false);
  await recover(settled);
}

async function recover(settled: () => Promise<boolean>): Promise<void> {
  await letLeasesRunOut();
  const worker = startWorkerProcess(world);
  try {
    await worker.ready;
    await eventually('the second worker settled it', settled, 100_000);
  } finally {
    await endInOrder(worker);
  }
}

/**
 * Sends SIGTERM and waits until the worker has ended, which may take up to 10 s. `stop()` would kill the worker after 5
 * s, which is too early on a busy machine.
 */
async function endInOrder(worker: Child): Promise<void> {
  process.kill(worker.pid, 'SIGTERM');
  expect(await worker.exited).toMatchObject({ code: 0 });
}

/**
 * Installs the app, and postpones the sweeps (reads of whole lists) of all installs by a day. So no sweep can do the
 * work that the test expects of another part of the worker, and the worker processes spend no time on sweeps.
 */
async function installWithoutSweeps(options?: { store?: number }): Promise<InstallId> {
  const installId = await world.install(options);
  await world.system(`UPDATE sweeps SET due_at = now() + interval '1 day'`);
  return installId;
}

async function mirroredIds(installId: InstallId): Promise<string[]> {
  const rows = await tenantDb(installId).transaction((tx) =>
    tx.mirrorOrder.findMany({ select: { id: true } }),
  );
  return rows.map(({ id }) => id).sort();
}

describe('kill -9 in the worker', () => {
  it('between reading and storing a backfill page: the mirror ends complete, and each page is counted once', async () => {
    const installId = await world.install();
    const backfill = async () => {
      const [row] = await world.system<{ ended_at: Date | null; ended_fetched: number | null }>(
        `SELECT ended_at, ended_fetched FROM sweeps WHERE install_id = $1 AND resource = 'orders' AND kind = 'full'`,
        [installId],
      );
      return row;
    };
    await crashAndRecover('sweep.before_store', async () => Boolean((await backfill())?.ended_at));
    const orders = (await platformStateOf(world, 0)).orders.map(({ id }) => id).sort();
    expect(orders.length).toBeGreaterThan(200);
    expect(await mirroredIds(installId)).toEqual(orders);
    expect((await backfill())?.ended_fetched).toBe(orders.length);
  });

  it('M7: between reading and storing an order that an event marked: the mark stays and the order is mirrored', async () => {
    const installId = await installWithoutSweeps({ store: 1 });
    while (await finishInstalls());
    const { id: orderId } = await sellElsewhere(world, 1);
    await eventually(
      'the event was applied',
      async () => {
        await applyEvents();
        const rows = await world.system(
          'SELECT 1 FROM dirty_marks WHERE install_id = $1 AND entity_id = $2',
          [installId, orderId],
        );
        return rows.length === 1;
      },
      100_000,
    );
    await crashAndRecover('mark.before_store', async () => {
      const marks = await world.system('SELECT 1 FROM dirty_marks WHERE install_id = $1', [installId]);
      return marks.length === 0;
    });
    expect(await mirroredIds(installId)).toContain(orderId);
  });

  it.each(['turn.claimed.operations', 'turn.ended.operations'])(
    'M19: at %s, the claim is undone, and the next worker sends the write once without waiting for a lease',
    async (point) => {
      const context = await installContext(await installWithoutSweeps());
      const on = await createOperationFixture(context, world.sandbox.control);
      const { installId } = context;
      const id = OperationId.parse(randomUUID());
      const { movement } = (await scenarios.create_movement?.good(on)) ?? expect.fail();
      const request = JSON.stringify(movement);
      await recordOperation({ installId, id, kind: 'create_movement', target: {}, request, actor: null });
      const row = async () => (await operationRow(installId, id)) ?? expect.fail('nothing was recorded');

      const crashing = startWorkerProcess(world, point);
      expect(await crashing.exited).toEqual(killed);
      expect(await row()).toMatchObject({ state: 'recorded', attempts: 0, claim: 0, leaseUntil: null });

      const worker = startWorkerProcess(world);
      try {
        await eventually('the write was sent', async () => (await row()).state === 'succeeded', 100_000);
      } finally {
        await endInOrder(worker);
      }
      expect(await row()).toMatchObject({ attempts: 1, claim: 1 });
      expect(await effectsOf(on, await row())).toBe(1);
    },
  );

  it.each(['subscription.before_put', 'subscription.before_store'])(
    'M16: at %s, the subscription ends active with a secret that verifies a real delivery',
    async (point) => {
      const installId = await installWithoutSweeps({ store: 1 });
      const secretRow = async () => {
        const [row] = await world.system<{
          status: string;
          current_enc: string | null;
          pending_since: Date | null;
        }>('SELECT status, current_enc, pending_since FROM webhook_secrets WHERE install_id = $1', [
          installId,
        ]);
        return row;
      };
      await crashAndRecover(point, async () => (await secretRow())?.status === 'active');
      expect((await secretRow())?.pending_since).toBeNull();
      const { webhook } = await world.sandbox.control<{ webhook: { secret: string; status: string } }>(
        'GET',
        `/installs/${installId}`,
      );
      expect(webhook.status).toBe('active');
      expect(
        decrypt((await secretRow())?.current_enc ?? '', {
          installId,
          column: 'webhook_secrets.current_enc',
          row: [],
        }),
      ).toBe(webhook.secret);
      const { id: orderId } = await sellElsewhere(world, 1);
      // The time limit is long, because the sandbox repeats a delivery that the app did not accept only after a minute.
      await eventually(
        'the delivery was verified and stored',
        async () => {
          const rows = await world.system(
            `SELECT 1 FROM inbox WHERE install_id = $1 AND state = 'stored' AND body LIKE $2`,
            [installId, `%${orderId}%`],
          );
          return rows.length === 1;
        },
        100_000,
      );
    },
  );
});

describe('kill -9 while a token is refreshed', () => {
  it.each([
    ['refresh.before_send', 1],
    ['refresh.before_store', 0],
  ])('AUT-4: at %s, calls still work and the token family survives', async (point, rotations) => {
    const installId = await world.install();
    const tokenRow = async () => {
      const [row] = await world.system<{ state: string; version: number }>(
        'SELECT state, version FROM install_tokens WHERE install_id = $1',
        [installId],
      );
      return row;
    };
    const granted = await tokenRow();
    await world.system(
      `UPDATE install_tokens SET obtained_at = now() - interval '50 minutes', expires_at = now() + interval '10 minutes'
       WHERE install_id = $1`,
      [installId],
    );
    const crashing = await startProgram({ ...world.appEnv, CRASH_POINT: point });
    await crashing.run('read-installation', installId);
    expect(await crashing.exited).toEqual(killed);
    const read = async () =>
      (await installClient(installId, 'person').getInstallation()).body.data.install.id;
    // The killed process still has the lease for the token refresh, so no other process can refresh the token. The old
    // access token is still valid, so reads succeed.
    expect(await read()).toBe(installId);
    await letLeasesRunOut();
    expect(await read()).toBe(installId);
    expect(await tokenRow()).toEqual({
      state: rotations === 0 ? 'refused' : 'active',
      version: (granted?.version ?? 0) + rotations,
    });
    expect(await read()).toBe(installId);
  });
});

describe('the database is lost', () => {
  it('while a checked-out connection is idle: the process survives', async () => {
    const connection = await dbPool().connect();
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // The function `events.once` would add its own handler for the error event of the connection. In this test, the
    // app's handler must be the only one.
    const ended = new Promise((resolve) => connection.once('end', resolve));
    await world.sql.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(connection.query('SELECT 1')).rejects.toThrow();
    connection.release(true);
    expect(await systemQuery('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
  });

  it('and returns: the worker survives and works again', async () => {
    const installId = await installWithoutSweeps({ store: 1 });
    const worker = startWorkerProcess(world);
    try {
      await worker.ready;
      await eventually('the install was finished', async () => {
        const rows = await world.system(
          'SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND checked_at IS NOT NULL',
          [installId],
        );
        return rows.length === 1;
      });
      const endOutage = await startOutage(world);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await endOutage();
      const { id: orderId } = await sellElsewhere(world, 1);
      // The time limit is long. Work that the outage interrupted continues only after its lease (the time for which one
      // process may do it) has expired. A delivery that the app could not store is sent again only after a minute.
      await eventually(
        'the order is mirrored',
        async () => (await mirroredIds(installId)).includes(orderId),
        200_000,
      );
    } finally {
      await endInOrder(worker);
    }
  }, 300_000);
});

// These tests must be the last ones in the file, because they leave operations (recorded writes) that have not ended.
// The worker of a later test would have to end them first.
/**
 * How many times the test kills the process, for each kind of write at each crash point: 3 at full test size, otherwise
 * 1.
 */
const times = testScale < 1 ? 1 : 3;
/**
 * The crash points (named places in the code) at which the process is killed, each with the state of the operation's
 * row at that moment.
 */
const points = {
  'operation.recorded': 'recorded',
  'operation.claimed': 'recorded',
  'operation.sending': 'sending',
  'operation.answered': 'sending',
  'operation.ending': 'sending',
};

describe.each(Object.entries(points))('kill -9 at %s', (point, state) => {
  it.each(Object.entries(scenarios))(
    'D2 IDE-2: %s has exactly one effect after another process takes over, and the mirror agrees',
    async (kind, scenario) => {
      for (let time = 0; time < times; time++) {
        const on = await createOperationFixture(
          await installContext(await world.install()),
          world.sandbox.control,
        );
        const { installId } = on.context;
        const operationId = randomUUID();
        const command = { installId, operationId, ...(await scenario.good(on)) };
        const crashing = await startProgram({ ...world.appEnv, CRASH_POINT: point });
        await crashing.run(kind, installId, JSON.stringify(command));
        expect(await crashing.exited).toEqual(killed);
        expect((await operationRow(installId, operationId))?.state).toBe(state);

        await goOn(installId, operationId);
        const row = await operationRow(installId, operationId);
        expect(row?.state).toBe('succeeded');
        expect(row && (await effectsOf(on, row))).toBe(1);
        if (scenario.isRepeatable) expect(await holdsSecret(on)).toBe(true);
        expect(await scenario.run(on.context, command)).toMatchObject({
          code: expect.stringMatching(/^(succeeded|created)$/),
        });
        const { orderId } = z.object({ orderId: OrderId.optional() }).parse(row?.result);
        if (orderId) await expectMirrored(on, orderId);
      }
    },
  );
});

/**
 * Simulates that the lease of the killed process has expired, and continues its operation as a worker does.
 */
async function goOn(installId: InstallId, operationId: string): Promise<void> {
  await letLeasesRunOut();
  const claimed = await claimOperation({ installId, id: OperationId.parse(operationId) });
  if (!claimed) throw new Error('nothing to go on with');
  await attemptOperation(claimed, operationKind(claimed.kind), installClient(installId, 'retry'));
}

/**
 * Reads the orders that have a dirty mark (a request to read them), as a worker does. Then expects that the
 * order in the mirror equals the platform's order.
 */
async function expectMirrored(on: OperationFixture, orderId: OrderId): Promise<void> {
  const { installId, platform } = on.context;
  for (const mark of await claimDirty(100))
    if (mark.kind === 'order') await readDirtyOrder(mark, installClient(mark.installId, 'webhook'));
  const { body } = await platform.getOrder(orderId);
  const { row } = await mirrored(installId, orderId);
  const { status, tags, fulfillments, refunds, note } = body.data;
  expect(row).toMatchObject({ status, tags, detail: { fulfillments, refunds, note } });
}
