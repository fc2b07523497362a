import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { actionId } from '@/tests/support/reports/entry-points';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { openAppSocket, startOtherApp } from '@/tests/support/e2e/other-app';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('server-entry', fewPastOrders);
});

const startApp = (change: Record<string, string>) => startOtherApp(stack, change, 'server-entry.log');
const openSocket = (url = stack.appUrl) => openAppSocket(url);

test('a client that never ends its headers is disconnected after ten seconds; one that is idle between two requests is not', async () => {
  const [slow, idle] = [await openSocket(), await openSocket()];
  const requestHead = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n';
  slow.socket.write(requestHead);
  idle.socket.write(`${requestHead}\r\n`);
  const closedAfterMs = await Promise.race([slow.closedAfterMs, sleep(18_000, Number.POSITIVE_INFINITY)]);
  expect(closedAfterMs).toBeGreaterThan(9_000);
  // By default, Node checks only every 30 s whether a connection has exceeded its time limit for headers. The app sets
  // a shorter interval, so the app must close the connection well before 30 s.
  expect(closedAfterMs).toBeLessThan(18_000);
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  // Proxies keep idle connections open for one or two minutes. The app must keep idle connections open for longer than
  // any proxy (125 s), so that the proxy closes them first.
  expect(idle.received()).toMatch(/^Keep-Alive: timeout=125\r$/m);
  idle.socket.write(`${requestHead}Connection: close\r\n\r\n`);
  await idle.closedAfterMs;
  expect(idle.received().match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
});

test('a client that never ends its body is disconnected after ten seconds, whatever the path', async () => {
  const heads = ['/', '/api/i/inst_1/orders', `/q/${'t'.repeat(43)}`, '/launch/claim'].map(
    (path) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${stack.appUrl}\r\nNext-Action: ${'0'.repeat(42)}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n',
  );
  const slow = await Promise.all(
    heads.map(async (head) => {
      const client = await openSocket();
      client.socket.write(head);
      const trickle = setInterval(() => client.socket.write('a'), 500);
      void client.closedAfterMs.then(() => clearInterval(trickle));
      return client.closedAfterMs;
    }),
  );
  // Each of these clients sends its request body very slowly. A route that does not read the body may close the
  // connection at once. A route that reads the body closes the connection after about ten seconds. So the test expects
  // at least 9 s only from the connection that stayed open longest.
  for (const closedAfterMs of slow) expect(closedAfterMs).toBeLessThan(18_000);
  expect(Math.max(...slow)).toBeGreaterThan(9_000);
});

const upgrade = (head: string, protocol: string) =>
  `${head} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

test('an upgrade request is refused and its connection is closed at once; a webhook delivery is received first', async () => {
  const { url, app } = await startApp({});
  // Next adds its listener for protocol upgrades when it handles the first request. So the test sends one request
  // first.
  await fetch(`${url}/api/health/live`);
  const refused = /^HTTP\/1\.1 400 [^]*\r\n\r\n$/;
  const expected: [string, string, RegExp][] = [
    ['GET /', 'h2c', refused],
    ['GET /', 'websocket', refused],
    ['GET /_next/webpack-hmr', 'websocket', refused],
    ['GET /_next/hmr', 'websocket', refused],
    ['GET /api/health/live', 'anything', refused],
    ['POST /', 'websocket', refused],
    ['GET /api/webhooks', 'h2c', /^HTTP\/1\.1 405 [^]*"method_not_allowed"/],
    // Only the webhook receiver returns the error `bad_timestamp`. So this error shows that the receiver got the
    // delivery.
    ['POST /api/webhooks', 'h2c', /^HTTP\/1\.1 400 [^]*"bad_timestamp"/],
  ];
  for (const [head, protocol, answer] of expected) {
    const { socket, closedAfterMs, received } = await openSocket(url);
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    socket.write(upgrade(head, protocol) + (head.startsWith('POST') ? body : '\r\n'));
    await expect
      .poll(() => received().slice(0, 600), { message: `${head} with ${protocol}` })
      .toMatch(answer);
    expect(received(), `${head} with ${protocol}`).toMatch(/^connection: close\r$/im);
    // The app closes an idle connection only after 125 s. It must close the connection of an upgrade request much
    // earlier.
    expect(await closedAfterMs, `${head} with ${protocol}`).toBeLessThan(10_000);
  }
  // An upgrade request has the header Connection and the header Upgrade. A proxy may add one of the two to every
  // request, so a request with only one of them is not an upgrade.
  for (const header of ['Connection: upgrade', 'Upgrade: h2c']) {
    const { socket, received } = await openSocket(url);
    socket.write(`GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
    await expect.poll(received, { message: header }).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  }
  process.kill(app.pid, 'SIGTERM');
  expect(await app.exited).toEqual({ code: 0, signal: null });
});

test('an app at its limit of connections refuses new ones, makes room by closing idle ones, and recovers', async () => {
  const { url, app } = await startApp({ MAX_CONNECTIONS: '10' });
  try {
    const isServed = async () => {
      const { socket, received, closedAfterMs } = await openSocket(url);
      socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      await closedAfterMs;
      return received().startsWith('HTTP/1.1 200 ');
    };
    const open = () => Promise.all(Array.from({ length: 10 }, () => openSocket(url)));
    const idle = await open();
    for (const { socket } of idle) socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => idle.every(({ received }) => received().includes(' 200 '))).toBe(true);
    // At the connection limit, the app refuses a new connection. It also closes an idle connection, so that it can
    // accept the next one.
    expect(await isServed()).toBe(false);
    await expect.poll(isServed).toBe(true);
    // A connection whose client still sends headers is not idle. So the app must not close it in favor of a new
    // connection. The app closes it only at the time limit for headers.
    const slow = await open();
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\n');
    expect(await isServed()).toBe(false);
    await Promise.all(slow.map(({ closedAfterMs }) => closedAfterMs));
    expect(await isServed()).toBe(true);
  } finally {
    await app.stop();
  }
});

test('behind a proxy with TLS, an action is answered on every page of the app', async () => {
  // The browser may already show another page when it sends a server action. If that page does not have the action,
  // Next forwards the request to a page that has it.
  for (const page of ['orders/new', 'orders/ord_1', 'products']) {
    const response = await fetch(`${stack.appUrl}/i/inst_1/${page}`, {
      method: 'POST',
      headers: {
        'x-forwarded-proto': 'https',
        origin: stack.appUrl,
        'next-action': actionId('deleteDraftAction'),
        'content-type': 'text/plain;charset=UTF-8',
      },
      body: JSON.stringify([{ installId: 'inst_1', quoteId: randomUUID() }]),
    });
    expect(await response.text(), page).toContain('"code":"signed_out"');
  }
});

test('S24: the requests of one client in one store take turns, and another client does not wait', async () => {
  const { url, app } = await startApp({ TRUSTED_PROXIES: '1' });
  await fetch(`${url}/api/i/inst_1/orders`);
  const flood = await Promise.all(Array.from({ length: 150 }, () => openSocket(url)));
  try {
    const answers: string[] = [];
    // The app starts the requests of one client in one store one after another. No request ends its body, so the next
    // one starts after 50 ms. A request waits at most 5 s for its start, so at most 101 of the 150 requests can start.
    for (const { socket } of flood) {
      socket.once('data', (text: string) => answers.push(text.slice(9, 12)));
      socket.write(
        `POST /i/inst_1/orders HTTP/1.1\r\nHost: localhost\r\nOrigin: ${url}\r\n` +
          'X-Forwarded-For: 198.51.100.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
      );
    }
    // The test sends a later request on a new connection. When the app has responded to it, the app has received all
    // requests above.
    const later = await openSocket(url);
    later.socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await later.closedAfterMs;
    const other = await fetch(`${url}/api/i/inst_1/orders`, {
      headers: { 'x-forwarded-for': '198.51.100.2' },
    });
    expect([other.status, answers]).toEqual([401, []]);
    // The app responds 503 to a request that could not start in time, and 408 to a request whose body does not end in
    // time.
    await expect.poll(() => answers.length).toBe(150);
    const refused = answers.filter((status) => status === '503');
    expect(new Set(answers)).toEqual(new Set(['503', '408']));
    expect(refused.length).toBeGreaterThanOrEqual(49);
  } finally {
    for (const { socket } of flood) socket.destroy();
    await app.stop();
  }
});

test('the development server still upgrades the connection of hot reload, and ends quickly', async () => {
  const { url, app } = await startApp({ DAFTAR_MODE: 'development', NODE_ENV: 'development' });
  await fetch(`${url}/api/health/live`);
  const { socket, received } = await openSocket(url);
  socket.write(`${upgrade('GET /_next/hmr?id=test', 'websocket')}Origin: ${url}\r\n\r\n`);
  await expect.poll(received).toMatch(/^HTTP\/1\.1 101 /);
  process.kill(app.pid, 'SIGTERM');
  expect(await app.exited).toEqual({ code: 0, signal: null });
});

test('a browser that requests /favicon.ico without a link receives the icon', async () => {
  const response = await fetch(`${stack.appUrl}/favicon.ico`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});

test('S13: a page that anyone can request contains only its own texts', async () => {
  const pages = ['/', '/nowhere', '/install', '/reconnect', '/i/inst_unknown/orders'];
  for (const path of pages) {
    const response = await fetch(stack.appUrl + path, { headers: { accept: 'text/html' } });
    // The page must not contain the texts of all screens (about 140,000 characters).
    expect((await response.text()).length, path).toBeLessThan(40_000);
  }
});

test('S24 S28: malformed requests get 400 or 413, and no stack trace in the log', async () => {
  const logFile = `test-results/stack-${test.info().parallelIndex}/app.log`;
  const before = (await readFile(logFile, 'utf8')).length;
  const origin = { origin: stack.appUrl };
  const chunked = (kilobytes: number) => {
    // Node requires the option `duplex` for a body that is a stream. The type of the browser's fetch lacks this option.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...origin, 'next-action': actionId('createOrderAction'), 'content-type': 'text/plain' },
      body: new Blob(['x'.repeat(kilobytes * 1024)]).stream(),
      duplex: 'half',
    };
    return fetch(`${stack.appUrl}/i/ins_1/orders/new`, init);
  };
  const tree = (header: string) =>
    fetch(`${stack.appUrl}/`, { headers: { rsc: '1', 'next-router-state-tree': header } });
  const statuses = [
    ...(await Promise.all(
      ['/i/%ff/x', '/i/%ff', '/%', '/q/%C3%28'].map((path) => fetch(stack.appUrl + path)),
    )),
    ...(await Promise.all(['x', '%ff', '{}', '[1,2]'].map(tree))),
    await chunked(65),
    await chunked(300),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 413, 413]);
  expect((await fetch(`${stack.appUrl}/i/%D8%A7/orders`)).status).toBe(404);
  const log = (await readFile(logFile, 'utf8')).slice(before);
  expect(log).not.toMatch(/^\s+at |Error/m);
});
