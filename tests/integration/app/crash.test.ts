import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { createOrder } from '@/lib/orders/create-order.server';
import type { InstallId } from '@/lib/shared/ids';
import { decrypt } from '@/lib/system/crypto';
import { tenantDb } from '@/lib/system/db';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { type AppWorld, startAppWorld } from '@/tests/support/app-world';
import { startOutage } from '@/tests/support/database-outage';
import { eventually } from '@/tests/support/eventually';
import { installContext } from '@/tests/support/install-context';
import { sellElsewhere, truthOf } from '@/tests/support/merchant-sales';
import { orderCommand } from '@/tests/support/order-command';
import { startProgram } from '@/tests/support/program';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhook-endpoint';
import { startWorkerProcess } from '@/tests/support/worker-process';

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

/** As if the 15, 30 and 60 s of the leases had passed. */
async function letLeasesRunOut(): Promise<void> {
  for (const [table, column] of [
    ['operations', 'lease_until'],
    ['operations', 'next_attempt_at'],
    ['backfills', 'lease_until'],
    ['dirty_marks', 'lease_until'],
    ['install_tokens', 'lease_until'],
    ['install_tokens', 'finish_claimed_until'],
  ])
    await world.system(
      `UPDATE ${table} SET ${column} = now() - interval '1 second' WHERE ${column} IS NOT NULL`,
    );
}

/** A worker dies at the point; when its leases have run out, another one works until `settled`. */
async function crashAndRecover(point: string, settled: () => Promise<boolean>): Promise<void> {
  const doomed = startWorkerProcess(world, point);
  expect(await doomed.exited).toEqual(killed);
  expect(await settled()).toBe(false);
  await recover(settled);
}

async function recover(settled: () => Promise<boolean>): Promise<void> {
  await letLeasesRunOut();
  const worker = startWorkerProcess(world);
  try {
    await worker.ready;
    await eventually('the second worker settled it', settled, 30_000);
  } finally {
    expect(await worker.stop()).toMatchObject({ code: 0 });
  }
}

async function mirrored(installId: InstallId): Promise<string[]> {
  const rows = await tenantDb(installId).transaction((tx) =>
    tx.mirrorOrder.findMany({ select: { id: true } }),
  );
  return rows.map(({ id }) => id).sort();
}

describe('kill -9 while an order is created', () => {
  it.each(['operation.recorded', 'operation.claimed', 'operation.answered'])(
    'IDE-2: at %s, the order exists exactly once after another process went on',
    async (point) => {
      const installId = await world.install({ store: 1 });
      const command = orderCommand(installId, { currency: 'USD' });
      const doomed = await startProgram({ ...world.appEnv, CRASH_POINT: point });
      await doomed.run('create-order', installId, JSON.stringify(command));
      expect(await doomed.exited).toEqual(killed);
      const operation = async () => {
        const [row] = await world.system<{
          state: string;
          idempotency_key: string;
          result: { orderId: string };
        }>('SELECT state, idempotency_key, result FROM operations WHERE id = $1', [command.operationId]);
        return row;
      };
      expect((await operation())?.state).toBe(point === 'operation.recorded' ? 'recorded' : 'sending');

      await recover(async () => (await operation())?.state === 'succeeded');
      const { idempotency_key: key, result } = (await operation()) ?? {};
      const { data } = await world.sandbox.control<{ data: { kind: string; id: string }[] }>(
        'GET',
        `/effects?idempotency_key=${key}`,
      );
      expect(data.filter(({ kind }) => kind === 'order.created').map(({ id }) => id)).toEqual([
        result?.orderId,
      ]);
      expect(await mirrored(installId)).toContain(result?.orderId);
      expect(await createOrder(await installContext(installId), command)).toMatchObject({
        code: 'created',
        orderId: result?.orderId,
      });
    },
  );
});

describe('kill -9 in the worker', () => {
  it('between reading and storing a page of the past: the mirror ends complete, each page counted once', async () => {
    const installId = await world.install();
    const backfill = async () => {
      const [row] = await world.system<{ state: string; fetched: number }>(
        'SELECT state, fetched FROM backfills WHERE install_id = $1',
        [installId],
      );
      return row;
    };
    await crashAndRecover('backfill.before_store', async () => (await backfill())?.state === 'done');
    const orders = (await truthOf(world, 0)).orders.map(({ id }) => id).sort();
    expect(orders.length).toBeGreaterThan(200);
    expect(await mirrored(installId)).toEqual(orders);
    expect((await backfill())?.fetched).toBe(orders.length);
  });

  it('M7: between reading and storing an order that an event pointed at: the mark is kept and the order comes', async () => {
    const installId = await world.install({ store: 1 });
    while (await finishInstalls());
    const { id: orderId } = await sellElsewhere(world, 1);
    await eventually('the event was stored', async () => {
      const rows = await world.system('SELECT 1 FROM dirty_marks WHERE install_id = $1 AND entity_id = $2', [
        installId,
        orderId,
      ]);
      return rows.length === 1;
    });
    await crashAndRecover('mark.before_store', async () => {
      const marks = await world.system('SELECT 1 FROM dirty_marks WHERE install_id = $1', [installId]);
      return marks.length === 0;
    });
    expect(await mirrored(installId)).toContain(orderId);
  });

  it.each(['subscription.before_put', 'subscription.before_store'])(
    'M16: at %s, the subscription ends active with a secret that verifies a real delivery',
    async (point) => {
      const installId = await world.install({ store: 1 });
      const held = async () => {
        const [row] = await world.system<{
          status: string;
          current_enc: string | null;
          pending_since: Date | null;
        }>('SELECT status, current_enc, pending_since FROM webhook_secrets WHERE install_id = $1', [
          installId,
        ]);
        return row;
      };
      await crashAndRecover(point, async () => (await held())?.status === 'active');
      expect((await held())?.pending_since).toBeNull();
      const { webhook } = await world.sandbox.control<{ webhook: { secret: string; status: string } }>(
        'GET',
        `/installs/${installId}`,
      );
      expect(webhook.status).toBe('active');
      expect(decrypt((await held())?.current_enc ?? '', { installId, column: 'webhook_secret' })).toBe(
        webhook.secret,
      );
      const { id: orderId } = await sellElsewhere(world, 1);
      await eventually('the delivery was verified and stored', async () => {
        const rows = await world.system(
          `SELECT 1 FROM inbox WHERE install_id = $1 AND state = 'stored' AND body LIKE $2`,
          [installId, `%${orderId}%`],
        );
        return rows.length === 1;
      });
    },
  );
});

describe('kill -9 while a token is refreshed', () => {
  it.each([
    ['refresh.before_send', 2],
    ['refresh.before_store', 1],
  ])('AUT-4: at %s, calls go on and the token family lives', async (point, version) => {
    const installId = await world.install();
    await world.system(
      `UPDATE install_tokens SET obtained_at = now() - interval '50 minutes', expires_at = now() + interval '10 minutes'
       WHERE install_id = $1`,
      [installId],
    );
    const doomed = await startProgram({ ...world.appEnv, CRASH_POINT: point });
    await doomed.run('read-installation', installId);
    expect(await doomed.exited).toEqual(killed);
    const read = async () => (await installClient(installId).getInstallation()).body.data.install.id;
    // Under the dead process' lease the access token still serves.
    expect(await read()).toBe(installId);
    await letLeasesRunOut();
    expect(await read()).toBe(installId);
    const [row] = await world.system('SELECT state, version FROM install_tokens WHERE install_id = $1', [
      installId,
    ]);
    expect(row).toEqual({ state: version === 1 ? 'refused' : 'active', version });
    expect(await read()).toBe(installId);
  });
});

describe('the database goes away', () => {
  it('and comes back: the worker lives on and works again', async () => {
    const installId = await world.install({ store: 1 });
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
      await eventually('the order is mirrored', async () => (await mirrored(installId)).includes(orderId));
    } finally {
      expect(await worker.stop()).toMatchObject({ code: 0 });
    }
  });
});
