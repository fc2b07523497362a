import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { test } from '@/tests/support/e2e/fixtures';
import { installStore } from '@/tests/support/e2e/install-store';
import { storeWith } from '@/tests/support/e2e/merchant';
import { openAppSocket, startOtherApp } from '@/tests/support/e2e/other-app';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';
import { type DeliveryParts, eventOf, signed, withHeaders } from '@/tests/support/webhooks/delivery';

let stack: Stack;
let install: { installId: string; storeId: string; secret: string };

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('webhook-flood');
  const storeId = (await storeWith(stack, 'SYP')).id;
  const installId = await installStore(stack, storeId);
  const { webhook } = await stack.sandbox.control<{ webhook: { secret: string } }>(
    'GET',
    `/installs/${installId}`,
  );
  install = { installId, storeId, secret: webhook.secret };
});

const valid = () => signed(install.installId, install.secret, eventOf(install.installId, install.storeId));
/**
 * Returns a delivery with a wrong signature. If `isKnown` is true, the delivery is for the install of the test,
 * otherwise for an invented install id.
 */
const forged = (isKnown: boolean) =>
  isKnown
    ? withHeaders(valid(), { [deliveryHeaders.signature]: randomUUID().replaceAll('-', '').repeat(2) })
    : signed(`inst_${randomUUID()}`, 'a guess', eventOf('inst_x', 'store_x'));

/** Returns the request line and the headers of a delivery as text, for sending over a socket. */
function headOf({ method, headers, body }: DeliveryParts): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const start = [`${method} /api/webhooks HTTP/1.1`, 'host: app', `content-length: ${body.byteLength}`];
  return [...start, ...lines, '', ''].join('\r\n');
}

/**
 * Sends deliveries over one connection, each after the response to the previous one. Returns the status of
 * each response.
 */
async function sendEach(url: string, deliveries: DeliveryParts[]): Promise<string[]> {
  const { socket, closedAfterMs, received } = await openAppSocket(url);
  const statuses = () => [...received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => String(status));
  for (const [index, parts] of deliveries.entries()) {
    socket.write(headOf(parts));
    socket.write(parts.body);
    const isAnswered = () => statuses().length > index;
    while (!isAnswered() && !socket.closed)
      await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closedAfterMs]);
  }
  socket.destroy();
  return statuses();
}

/** Opens a connection and sends a forged delivery that stops in the middle of its body. */
async function stopInBody(url: string) {
  const client = await openAppSocket(url);
  const parts = forged(true);
  client.socket.write(headOf(parts));
  client.socket.write(parts.body.subarray(0, 10));
  return client;
}

const countOf = (values: string[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  );

async function storedIds(): Promise<string[]> {
  const rows = await asSystem<{ event_id: string }>(stack, 'SELECT event_id FROM inbox');
  return rows.map(({ event_id }) => event_id);
}

test('S13: of 3,000 forged deliveries over 150 sockets none is stored and they cost few look-ups; each signed one among them is stored', async () => {
  const logFile = 'webhook-flood.log';
  const { url, app } = await startOtherApp(stack, { LOG_SQL: 'on', MAX_CONNECTIONS: '400' }, logFile);
  try {
    const bad = Array.from({ length: 150 }, () =>
      Array.from({ length: 20 }, (_, index) => forged(index % 2 === 0)),
    );
    const good = Array.from({ length: 10 }, () => Array.from({ length: 5 }, valid));
    const send = async (lists: DeliveryParts[][]) =>
      countOf((await Promise.all(lists.map((list) => sendEach(url, list)))).flat());
    const [badStatuses, goodStatuses] = await Promise.all([send(bad), send(good)]);
    expect(badStatuses).toEqual({ 401: 3_000 });
    expect(goodStatuses).toEqual({ 200: 50 });
    const idsOf = (lists: DeliveryParts[][]) =>
      lists.flat().map(({ body }) => (JSON.parse(Buffer.from(body).toString('utf8')) as { id: string }).id);
    const stored = new Set(await storedIds());
    expect(idsOf(good).filter((id) => !stored.has(id))).toEqual([]);
    expect(idsOf(bad).filter((id) => stored.has(id))).toEqual([]);
    // The log must show far fewer look-ups of webhook secrets than forged deliveries, because the app limits these
    // look-ups. Without the limit, almost every forged delivery would cause a look-up. Half of the 3,000 deliveries
    // name an invented install, which has no cached secret. The other half name the known install, whose secret is read
    // again after a wrong signature.
    const log = await readFile(`test-results/${logFile}`, 'utf8');
    const lookUps = log.match(/FROM webhook_secrets s /g)?.length;
    expect(lookUps).toBeGreaterThan(0);
    expect(lookUps).toBeLessThan(300);
  } finally {
    await app.stop();
  }
});

test('S13 S24: bodies that stop midway do not hold up a signed delivery, and take no connection beyond the limit', async () => {
  const { url, app } = await startOtherApp(stack, { MAX_CONNECTIONS: '60' }, 'webhook-slow-bodies.log');
  try {
    const open = (count: number) => Promise.all(Array.from({ length: count }, () => stopInBody(url)));
    const statusOf = ({ received }: Awaited<ReturnType<typeof stopInBody>>) =>
      /^HTTP\/1\.1 (\d{3}) /.exec(received())?.[1] ?? 'no answer';
    // The bodies of 50 deliveries stop midway. These 50 connections are below the limit of 60, so the app must still
    // store signed deliveries.
    const some = await open(50);
    expect(await sendEach(url, Array.from({ length: 5 }, valid))).toEqual(Array(5).fill('200'));
    await Promise.all(some.map(({ closedAfterMs }) => closedAfterMs));
    expect(countOf(some.map(statusOf))).toEqual({ 408: 50 });
    // At the connection limit, the app closes each further connection without a response.
    const many = await open(80);
    await Promise.all(many.map(({ closedAfterMs }) => closedAfterMs));
    expect(countOf(many.map(statusOf))).toEqual({ 408: 60, 'no answer': 20 });
    expect(await sendEach(url, [valid()])).toEqual(['200']);
  } finally {
    await app.stop();
  }
});
