import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('server-entry');
});

/** A connection to the app, the data it received, and when it was closed, in ms since it was opened. */
async function openSocket() {
  const { hostname, port } = new URL(stack.appUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const startMs = performance.now();
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closedAfterMs = once(socket, 'close').then(() => performance.now() - startMs);
  return { socket, closedAfterMs, received: () => received };
}

test('a client that never ends its headers is disconnected after ten seconds; one that is idle between two requests is not', async () => {
  const [slow, idle] = [await openSocket(), await openSocket()];
  const requestHead = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n';
  slow.socket.write(requestHead);
  idle.socket.write(`${requestHead}\r\n`);
  const closedAfterMs = await Promise.race([slow.closedAfterMs, sleep(18_000, Number.POSITIVE_INFINITY)]);
  expect(closedAfterMs).toBeGreaterThan(9_000);
  // By default Node checks header time-outs only every 30 s.
  expect(closedAfterMs).toBeLessThan(18_000);
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  // Proxies keep idle connections open for one or two minutes, so the app must keep them longer.
  expect(idle.received()).toMatch(/^Keep-Alive: timeout=125\r$/m);
  idle.socket.write(`${requestHead}Connection: close\r\n\r\n`);
  await idle.closedAfterMs;
  expect(idle.received().match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
});

test('a browser that requests /favicon.ico without a link receives the icon', async () => {
  const response = await fetch(`${stack.appUrl}/favicon.ico`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});
