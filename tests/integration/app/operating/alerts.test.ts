import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { readDatabaseMetrics } from '@/lib/ops/database-metrics.server';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { holds, readAlertRules } from '@/tests/support/operating/alert-rules';
import { breakInstall, storeManyInstalls } from '@/tests/support/operating/many-installs';
import { parseScrape, readPort, type Sample } from '@/tests/support/operating/scrape';
import { testLogs } from '@/tests/support/stack/test-logs';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';
import { validDelivery, withHeaders } from '@/tests/support/webhooks/delivery';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

/**
 * Each test causes a fault and waits until the metrics of real scrapes fulfill the condition of an alert. Other parts
 * are tested by promtool (alerts-test.yml): how long a condition must hold, and the alerts that need a clock or the
 * metric `up`.
 */

let world: AppWorld;
let install: SubscribedInstall;
let worker: Child;
let receiver: Child;
let ports: { worker: number; receiver: number; deliveries: number };

const rules = readAlertRules();
/**
 * This test cannot evaluate alerts whose expressions need a clock or a quantile, so it leaves out the alerts in this
 * list. promtool tests them.
 */
const notSimple = ['DaftarProcessDown', 'DaftarAcknowledgementSlow', 'DaftarWorkerLoopHangs'];

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
  ports = { worker: await freePort(), receiver: await freePort(), deliveries: await freePort() };
  worker = startWorkerProcess({ ...world, appEnv: { ...world.appEnv, METRICS_PORT: String(ports.worker) } });
  receiver = startChild({
    name: 'webhook-entry',
    args: ['tests/support/webhooks/webhook-entry.ts'],
    env: { ...world.appEnv, PORT: String(ports.deliveries), METRICS_PORT: String(ports.receiver) },
    logFile: path.join(testLogs, `alerts-receiver-${process.pid}.log`),
  });
  await Promise.all([worker.ready, receiver.ready]);
});
afterEach(() => world.sandbox.control('DELETE', '/faults'));
afterAll(async () => {
  await Promise.all([worker.stop(), receiver.stop()]);
  await world.stop();
});

async function scrape(): Promise<Sample[]> {
  const bodies = await Promise.all([
    readPort(ports.worker, '/metrics'),
    readPort(ports.worker, '/metrics/database'),
    readPort(ports.receiver, '/metrics'),
  ]);
  return bodies.flatMap(({ body }) => parseScrape(body));
}

/** Returns the names of the alerts whose conditions are fulfilled between two scrapes. */
const holding = (before: Sample[], after: Sample[]) =>
  rules.flatMap(({ alert, expr }) =>
    !notSimple.includes(alert) && holds(expr, before, after) ? [alert] : [],
  );

/** Causes a fault and waits until the conditions of the given alerts are fulfilled. */
async function expectAlerts(alerts: string[], cause: () => Promise<unknown>): Promise<void> {
  const before = await scrape();
  await cause();
  await expect.poll(async () => holding(before, await scrape())).toEqual(expect.arrayContaining(alerts));
}

const fault = (on: 'api' | 'oauth', match: string, status: number) =>
  world.sandbox.control('POST', '/faults', { on, match, effect: 'status', status });

async function deliver(parts: ReturnType<typeof validDelivery>): Promise<number> {
  const { headers, body } = parts;
  const url = `http://127.0.0.1:${ports.deliveries}/api/webhooks`;
  return (await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })).status;
}

it('on a healthy deployment no condition holds', async () => {
  const before = await scrape();
  expect(await deliver(validDelivery(install))).toBe(200);
  await expect.poll(async () => holding(before, await scrape())).toEqual([]);
});

it('if the platform answers 503, DaftarPlatformFailing holds', async () => {
  await expectAlerts(['DaftarPlatformFailing'], async () => {
    await fault('api', 'GET /v1/orders/*', 503);
    expect(await deliver(validDelivery(install))).toBe(200);
  });
});

it('if deliveries are forged, DaftarDeliveriesRefused holds', async () => {
  await expectAlerts(['DaftarDeliveriesRefused'], async () => {
    for (let sent = 0; sent < 3; sent++)
      await deliver(
        withHeaders(validDelivery(install), {
          [deliveryHeaders.signature]: randomUUID().replaceAll('-', '').repeat(2),
        }),
      );
  });
});

it('if the token endpoint answers 503, DaftarTokenRefreshFailing holds', async () => {
  await expectAlerts(['DaftarTokenRefreshFailing'], async () => {
    await fault('oauth', 'POST *', 503);
    await world.system(
      'UPDATE install_tokens SET expires_at = now(), installation_due_at = now() WHERE install_id = $1',
      [install.installId],
    );
    expect(await deliver(validDelivery(install))).toBe(200);
  });
});

it('if the platform refuses the webhook of a store for ever, DaftarStoresStuck holds', async () => {
  await expectAlerts(['DaftarStoresStuck'], async () => {
    await fault('api', 'PUT /v1/webhooks', 400);
    const installId = await world.install({ store: 1 });
    await expect
      .poll(() =>
        world.system(
          `UPDATE install_tokens SET finish_failing_since = now() - interval '10 minutes'
           WHERE install_id = $1 AND finish_failing_since IS NOT NULL RETURNING 1`,
          [installId],
        ),
      )
      .toHaveLength(1);
  });
});

it('if the platform refuses the tokens of a store, DaftarStoresDisconnected holds', async () => {
  await expectAlerts(['DaftarStoresDisconnected'], async () => {
    const installId = await world.install({ store: 2 });
    await fault('api', '*', 401);
    await world.system('UPDATE install_tokens SET installation_due_at = now() WHERE install_id = $1', [
      installId,
    ]);
  });
});

it('if the platform answers 429, DaftarPlatformLimited holds', async () => {
  await expectAlerts(['DaftarPlatformLimited'], async () => {
    await world.install({ store: 0 });
    await fault('api', '*', 429);
  });
});

it('if the database is gone, DaftarDeliveriesFailing, DaftarDatabaseGaugesMissing and DaftarWorkerLoopFailing hold', async () => {
  const before = await scrape();
  const end = await startOutage(world);
  try {
    await expect
      .poll(async () => {
        await deliver(validDelivery(install));
        return holding(before, await scrape());
      })
      .toEqual(
        expect.arrayContaining([
          'DaftarDeliveriesFailing',
          'DaftarDatabaseGaugesMissing',
          'DaftarWorkerLoopFailing',
        ]),
      );
  } finally {
    await end();
  }
});

it('if no worker runs and work becomes old, the alerts about queues hold', async () => {
  await worker.stop();
  const [first = '', second = '', third = '', fourth = ''] = await storeManyInstalls(world.system, 4);
  await world.system(breakInstall.events_waiting, [first]);
  await world.system(breakInstall.reads_behind, [second]);
  await world.system(`UPDATE sweeps SET due_at = now() - interval '2 hours' WHERE install_id = $1`, [third]);
  await world.system(breakInstall.operation_unsettled, [fourth]);
  const samples = parseScrape((await readDatabaseMetrics()).body);
  expect(holding([], samples)).toEqual(
    expect.arrayContaining([
      'DaftarInboxOld',
      'DaftarReadsBehind',
      'DaftarSweepsOverdue',
      'DaftarOperationsOld',
    ]),
  );
});
