import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pauseInstall, resumeInstall } from '@/lib/ops/change-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { logOptions } from '@/lib/system/log';
import { startTracing } from '@/lib/system/tracing/start-tracing';
import { currentTraceparent, inSpan, traceIdOf } from '@/lib/system/tracing/tracing';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { pathOf, startTraceCollector, type TraceCollector } from '@/tests/support/operating/trace-collector';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { runToEnd } from '@/tests/support/stack/run-to-end';
import { testLogs } from '@/tests/support/stack/test-logs';
import { startWorkerProcess } from '@/tests/support/stack/worker-process';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

const createOrder = patiently(createImpatiently);

let collector: TraceCollector;
let world: AppWorld;
let install: SubscribedInstall;
let worker: Child;
let receiver: Child;
let deliveriesUrl: string;
let stopTracing: () => Promise<void>;

beforeAll(async () => {
  collector = await startTraceCollector();
  const port = await freePort();
  const appUrl = `http://localhost:${port}`;
  deliveriesUrl = `${appUrl}/api/webhooks`;
  // The app in the test process exports its spans too. So the variables are set before the app reads its environment.
  Object.assign(process.env, collector.env);
  world = await startAppWorld({ appUrl });
  Object.assign(world.appEnv, collector.env);
  stopTracing = await startTracing();
  receiver = startChild({
    name: 'webhook-entry',
    args: ['tests/support/webhooks/webhook-entry.ts'],
    env: { ...world.appEnv, PORT: String(port) },
    logFile: path.join(testLogs, `traces-receiver-${process.pid}.log`),
  });
  await receiver.ready;
  install = await subscribedInstall(world, 0);
  worker = startWorkerProcess(world);
  await worker.ready;
});
afterAll(async () => {
  await stopTracing();
  await Promise.all([worker.stop(), receiver.stop()]);
  await world.stop();
  await collector.stop();
});

const traceOf = (root: (span: TraceCollector['spans'][number]) => boolean) => {
  const found = collector.spans.find(root);
  return found ? collector.spans.filter(({ traceId }) => traceId === found.traceId) : [];
};
const spansOf = (operationId: string) =>
  traceOf(({ attributes }) => attributes['operation.id'] === operationId);
const pathsOf = (spans: TraceCollector['spans']) =>
  new Set(spans.map((span) => `${span.service}: ${pathOf(span, spans).join(' > ')}`));

/** Posts an event about an order as the platform does. */
async function deliver(installId: InstallId, orderId: string): Promise<void> {
  const event = eventOf(installId, install.storeId, { data: { order_id: orderId } });
  const { method, headers, body } = signed(installId, install.secret, event);
  const answer = await fetch(deliveriesUrl, { method, headers, body: Buffer.from(body) });
  expect(answer.status).toBe(200);
}

it('one trace follows an order from the action to its row, through outbox, delivery, inbox and read, in all processes', async () => {
  const context = await installContext(install.installId);
  const command = orderCommand(install.installId);
  const outcome = await inSpan('action', {}, () => createOrder(context, command));
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  // The sandbox sends the first event of the order. The worker may read the order for it before the app has stored the
  // platform's response, and such a read is not in the trace. So the test delivers a second event, whose read is in the
  // trace.
  await deliver(install.installId, outcome.result.orderId);
  const trace = () => spansOf(command.operationId);
  const send = 'action > operation.record > operation.send';
  const recorded = 'action > operation.record';
  await expect
    .poll(() => [...pathsOf(trace())].sort())
    .toEqual(
      expect.arrayContaining([
        'daftar-app: action',
        'daftar-app: action > operation.record',
        `daftar-app: ${send}`,
        `daftar-app: ${send} > mirror.write`,
        `daftar-app: ${send} > platform.request`,
        `daftar-worker: ${recorded} > inbox.event`,
        `daftar-worker: ${recorded} > mark.read`,
        `daftar-worker: ${recorded} > mark.read > mirror.write`,
        `daftar-worker: ${recorded} > mark.read > platform.request`,
      ]),
    );
  const event = trace().find(({ name }) => name === 'inbox.event');
  const delivery = collector.spans.filter(({ traceId }) => traceId === event?.links[0]?.traceId);
  expect([...pathsOf(delivery)].sort()).toEqual([
    'daftar-app: webhook.receive',
    'daftar-worker: webhook.receive > inbox.apply',
  ]);
  const sent = trace().find(({ name }) => name === 'platform.request');
  expect(sent?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/orders',
    'http.response.status_code': 201,
    'platform.request_id': expect.stringMatching(/./),
  });
});

it('the worker continues the trace of a write that the app recorded and did not send', async () => {
  const context = await installContext(install.installId);
  const command = orderCommand(install.installId);
  await world.system('UPDATE install_tokens SET state = $2 WHERE install_id = $1', [
    install.installId,
    'reconnect',
  ]);
  await inSpan('action', {}, () => createImpatiently(context, command));
  await world.system('UPDATE install_tokens SET state = $2 WHERE install_id = $1', [
    install.installId,
    'active',
  ]);
  await world.system('UPDATE operations SET next_attempt_at = now() WHERE id = $1', [command.operationId]);
  await expect
    .poll(() => [...pathsOf(spansOf(command.operationId))])
    .toContain('daftar-worker: action > operation.record > operation.send > platform.request');
});

it('one read that serves several events continues the newest and links to the others', async () => {
  const events = await world.system<{ traceparent: string }>(
    `SELECT traceparent FROM inbox WHERE install_id = $1 AND kind = 'order' LIMIT 1`,
    [install.installId],
  );
  expect(events[0]?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await pauseInstall(install.installId);
  const orderId = `ord_${randomUUID()}`;
  for (let count = 0; count < 3; count++) await deliver(install.installId, orderId);
  const stored = () =>
    world.system<{ traceparent: string; state: string }>(
      'SELECT traceparent, state FROM inbox WHERE entity_id = $1 ORDER BY received_at DESC',
      [orderId],
    );
  await expect
    .poll(async () => (await stored()).map(({ state }) => state))
    .toEqual(['marked', 'marked', 'marked']);
  const [newest, ...others] = (await stored()).map(({ traceparent }) => traceIdOf(traceparent));
  await resumeInstall(install.installId);
  const read = () =>
    collector.spans.find(
      ({ name, attributes }) => name === 'mark.read' && attributes['entity.id'] === orderId,
    );
  await expect.poll(read).toBeDefined();
  expect(read()?.traceId).toBe(newest);
  expect(read()?.links.map(({ traceId }) => traceId)).toEqual(others);
});

it('above 50 deliveries a second, a process stores deliveries without a trace', async () => {
  const delivered = Array.from({ length: 60 }, () => eventOf(install.installId, install.storeId));
  // No other test delivers to the receiver of this process, so its limit is unused. Its clock stands still, so exactly 50
  // deliveries can be traced.
  const nowMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(nowMs);
  try {
    const answers = delivered.map((event) => receive(signed(install.installId, install.secret, event)));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(delivered.map(() => 200));
  } finally {
    clock.mockRestore();
  }
  const [stored] = await world.system<{ all: number; traced: number }>(
    'SELECT count(*)::int AS all, count(traceparent)::int AS traced FROM inbox WHERE event_id = ANY($1)',
    [delivered.map(({ id }) => id)],
  );
  expect(stored).toEqual({ all: 60, traced: 50 });
});

it('S8: no personal data, token, query string or body of an order is in what was exported', async () => {
  const context = await installContext(install.installId);
  const personal = {
    name: 'Canaria Zyxwer',
    phone: '+963944765432',
    address: 'Canary Street',
    note: 'canary note',
  };
  const command = orderCommand(install.installId, {
    customer: { name: personal.name, phone: personal.phone },
    note: personal.note,
    shipping: { amount_minor: 0, method: 'delivery' },
    shipping_address: { address: personal.address, province: 'damascus' },
  });
  const outcome = await inSpan('action', {}, () => createOrder(context, command));
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  await deliver(install.installId, outcome.result.orderId);
  await expect
    .poll(() => spansOf(command.operationId).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['operation.send', 'mark.read']));
  const all = collector.bodies.join('\n');
  for (const word of [
    'Canaria',
    'Zyxwer',
    '944765432',
    'Canary',
    'canary',
    'Bearer',
    'limit=',
    '?',
    world.appEnv.PLATFORM_CLIENT_SECRET,
  ])
    expect(all.includes(String(word)), word).toBe(false);
});

it('without OTEL_EXPORTER_OTLP_ENDPOINT, no exporter is loaded', async () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...without } = world.appEnv;
  const loaded = async (env: Record<string, string>): Promise<unknown> =>
    JSON.parse((await runToEnd('tests/support/operating/loaded-packages.ts', env)).output);
  expect(await loaded(without)).toEqual([]);
  expect(await loaded(world.appEnv)).toContain('exporter-trace-otlp-http');
});

it('each log line within a span has the ids of the trace and of the span', async () => {
  const lines: string[] = [];
  const logger = pino(logOptions, { write: (line) => void lines.push(line) });
  logger.info('outside');
  const ids = await inSpan('action', {}, async () => {
    logger.info('inside');
    return currentTraceparent()?.split('-');
  });
  const [outside, inside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(outside).not.toHaveProperty('trace_id');
  expect(inside).toMatchObject({ trace_id: ids?.[1], span_id: ids?.[2] });
});
