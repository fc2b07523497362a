import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { storeManyInstalls } from '@/tests/support/operating/many-installs';
import { parseScrape, readPort, type Sample, valueOf } from '@/tests/support/operating/scrape';
import { testLogs } from '@/tests/support/stack/test-logs';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';
import { validDelivery, withHeaders } from '@/tests/support/webhooks/delivery';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let install: SubscribedInstall;
let worker: Child;
let receiver: Child;
let ports: { worker: number; receiver: number; deliveries: number };

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
  ports = { worker: await freePort(), receiver: await freePort(), deliveries: await freePort() };
  worker = startWorkerProcess({ ...world, appEnv: { ...world.appEnv, METRICS_PORT: String(ports.worker) } });
  receiver = startChild({
    name: 'webhook-entry',
    args: ['tests/support/webhooks/webhook-entry.ts'],
    env: { ...world.appEnv, PORT: String(ports.deliveries), METRICS_PORT: String(ports.receiver) },
    logFile: path.join(testLogs, `metrics-receiver-${process.pid}.log`),
  });
  await Promise.all([worker.ready, receiver.ready]);
});
afterAll(async () => {
  await Promise.all([worker.stop(), receiver.stop()]);
  await world.stop();
});

const scrape = async (port: number, where = '/metrics'): Promise<Sample[]> =>
  parseScrape((await readPort(port, where)).body);

async function deliver(parts: ReturnType<typeof validDelivery>): Promise<number> {
  const { headers, body } = parts;
  const url = `http://127.0.0.1:${ports.deliveries}/api/webhooks`;
  return (await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })).status;
}

it('each delivery is counted once by its result, with its acknowledgement time', async () => {
  const forged = withHeaders(validDelivery(install), {
    [deliveryHeaders.signature]: randomUUID().replaceAll('-', '').repeat(2),
  });
  expect(await deliver(validDelivery(install))).toBe(200);
  expect(await deliver(validDelivery(install))).toBe(200);
  expect(await deliver(forged)).toBe(401);
  const samples = await scrape(ports.receiver);
  const count = (result: string) =>
    valueOf(samples, 'daftar_webhook_acknowledgement_seconds_count', { result });
  expect({ stored: count('stored'), forged: count('bad_signature') }).toEqual({ stored: 2, forged: 1 });
  expect(
    valueOf(samples, 'daftar_webhook_acknowledgement_seconds_sum', { result: 'stored' }),
  ).toBeGreaterThan(0);
});

it('the worker counts its calls of the platform by endpoint and status, its waits and the turns of its loops', async () => {
  await expect
    .poll(async () => {
      const samples = await scrape(ports.worker);
      return {
        calls:
          valueOf(samples, 'daftar_platform_requests_total', { endpoint: 'listOrders', status: '200' }) ?? 0,
        timed:
          valueOf(samples, 'daftar_platform_request_duration_seconds_count', { endpoint: 'listOrders' }) ?? 0,
        waits:
          valueOf(samples, 'daftar_platform_budget_wait_seconds_count', {
            lane: 'background',
            result: 'granted',
          }) ?? 0,
      };
    })
    .toEqual({
      calls: expect.toSatisfy((n) => n > 0),
      timed: expect.toSatisfy((n) => n > 0),
      waits: expect.toSatisfy((n) => n > 0),
    });
  const samples = await scrape(ports.worker);
  expect(
    samples.filter(({ name }) => name === 'daftar_worker_loop_last_turn_timestamp_seconds'),
  ).toHaveLength(14);
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_cpu_seconds_total',
    'daftar_db_pool_connections',
  ])
    expect(valueOf(samples, name), name).toBeDefined();
  expect(valueOf(samples, 'daftar_build_info', { service: 'worker' })).toBe(1);
});

it('only the ten stores with most waiting work have a series of their own, and only on the path of the database', async () => {
  await storeManyInstalls(world.system, 30);
  await expect
    .poll(async () => {
      const samples = await scrape(ports.worker, '/metrics/database');
      return samples.filter(({ name }) => name === 'daftar_store_waiting_work').length;
    })
    .toBe(10);
  for (const samples of [await scrape(ports.worker), await scrape(ports.receiver)])
    expect(samples.filter(({ labels }) => 'install_id' in labels)).toEqual([]);
  expect((await readPort(ports.receiver, '/metrics/database')).status).toBe(404);
});

it('each database connection of a process names its service, version and host', async () => {
  expect(await deliver(validDelivery(install))).toBe(200);
  await expect
    .poll(async () => {
      const rows = await world.sql.query<{ name: string }>(
        `SELECT DISTINCT split_part(application_name, '@', 1) AS name FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY 1`,
      );
      return rows.rows.map(({ name }) => name.replace(/\d+\.\d+\.\d+$/, 'N'));
    })
    .toEqual(['daftar-app/N', 'daftar-worker/N']);
});

it('while the database cannot be reached, the worker is live and not ready, and the scrape of the database fails', async () => {
  expect(await readPort(ports.worker, '/live')).toEqual({ status: 200, body: 'ok\n' });
  expect(await readPort(ports.worker, '/ready')).toEqual({ status: 200, body: 'ok\n' });
  const end = await startOutage(world);
  try {
    await expect
      .poll(() => readPort(ports.worker, '/ready'))
      .toEqual({ status: 503, body: 'database_unavailable\n' });
    expect(await readPort(ports.worker, '/live')).toEqual({ status: 200, body: 'ok\n' });
    await expect.poll(async () => (await readPort(ports.worker, '/metrics/database')).status).toBe(503);
    expect((await readPort(ports.worker, '/metrics')).status).toBe(200);
  } finally {
    await end();
  }
  await expect.poll(async () => (await readPort(ports.worker, '/ready')).status).toBe(200);
});
