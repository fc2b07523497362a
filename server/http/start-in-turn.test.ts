import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startInTurn } from './start-in-turn';

const { setImmediate: realSetImmediate } = globalThis;

// The module of startInTurn stores times from one test to the next, so all tests share one fake clock, which is never
// set back.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** A fake of the part of a response that startInTurn uses. */
class FakeResponse extends EventEmitter {
  destroyed = false;
  status = 0;
  writeHead(status: number) {
    this.status = status;
    return { end: () => undefined };
  }
  /** Simulates the end of the response: Next has sent the page, or the client has closed the connection. */
  close() {
    this.destroyed = true;
    this.emit('close');
  }
}

const started: string[] = [];
afterEach(() => void started.splice(0));

function send(
  url: string,
  {
    client = '192.0.2.1',
    forwardedFor = '',
    trustedProxies = 0,
    endsAtOnce = false,
    onStart = () => {},
  } = {},
) {
  const response = new FakeResponse();
  const request = { url, headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: client } };
  const handle = async () => {
    started.push(url);
    onStart();
    if (endsAtOnce) response.close();
  };
  void startInTurn(request, response as unknown as ServerResponse, trustedProxies, handle);
  return response;
}

/**
 * Advances the fake clock by `ms` milliseconds. After each timer, the callbacks of settled promises run. Vitest's
 * `advanceTimersByTimeAsync` would also wait for a real timer after each fake timer, which takes a minute on a busy
 * machine.
 */
async function pass(ms = 0) {
  let isOver = false;
  setTimeout(() => (isOver = true), ms);
  while (!isOver) {
    await new Promise((resolve) => realSetImmediate(resolve));
    vi.advanceTimersToNextTimer();
  }
}

describe('startInTurn (S24)', () => {
  it('handles the requests of one client in one store one after another', async () => {
    const [page] = [send('/i/inst_1/orders'), send('/api/i/inst_1/orders?q=a')];
    await pass();
    expect(started).toEqual(['/i/inst_1/orders']);
    page.close();
    await pass();
    expect(started).toEqual(['/i/inst_1/orders', '/api/i/inst_1/orders?q=a']);
    await pass(1_000);
  });

  it('starts a request of another store or another client at once', async () => {
    send('/');
    send('/');
    send('/i/inst_1/orders');
    send('/i/inst_2/orders');
    send('/i/inst_1/orders', { client: '192.0.2.2' });
    send('/i/inst_1/orders', { forwardedFor: '198.51.100.1', trustedProxies: 1 });
    await pass();
    expect(started).toEqual([
      '/',
      '/i/inst_1/orders',
      '/i/inst_2/orders',
      '/i/inst_1/orders',
      '/i/inst_1/orders',
    ]);
    await pass(1_000);
  });

  it('starts the next request after 50 ms, even if the request before it has not ended', async () => {
    for (const n of [1, 2, 3]) send(`/api/i/inst_1/live?${n}`);
    await pass(49);
    expect(started).toHaveLength(1);
    await pass(2);
    expect(started).toHaveLength(2);
    await pass(50);
    expect(started).toHaveLength(3);
    await pass(1_000);
  });

  it('handles 16 requests of one client at the same time, even if each names another store', async () => {
    for (let n = 0; n < 40; n += 1) send(`/i/inst_${n}/orders`);
    await pass();
    expect(started).toHaveLength(16);
    send('/i/inst_1/orders', { client: '192.0.2.2' });
    await pass();
    expect(started).toHaveLength(17);
    await pass(1_000);
  });

  it('lets the event loop run between requests that end at once', async () => {
    const turnsOfTheLoop: number[] = [];
    let loops = 0;
    const count = () => {
      loops += 1;
      if (turnsOfTheLoop.length < 10) realSetImmediate(count);
    };
    count();
    for (let n = 0; n < 10; n += 1)
      send(`/api/i/inst_1/orders?${n}`, {
        endsAtOnce: true,
        onStart: () => void turnsOfTheLoop.push(loops),
      });
    await pass(10);
    expect(turnsOfTheLoop).toHaveLength(10);
    expect(new Set(turnsOfTheLoop).size).toBe(10);
    await pass(1_000);
  });

  it('never lets a static file wait', async () => {
    send('/');
    for (let n = 0; n < 30; n += 1) send(`/_next/static/chunks/${n}.js`);
    await pass();
    expect(started).toHaveLength(31);
    await pass(1_000);
  });

  it('does not handle a request whose client has closed the connection', async () => {
    send('/');
    const gone = send('/a');
    send('/b');
    gone.close();
    await pass(1_000);
    expect(started).toEqual(['/', '/b']);
  });

  it('starts at most 20 requests a second of one client in one store while another client is active', async () => {
    const flood = () => {
      for (let n = 0; n < 4; n += 1) send('/', { client: '192.0.2.3', endsAtOnce: true });
    };
    // While no other client sends requests, the requests of a client have no rate limit.
    for (let n = 0; n < 50; n += 1) {
      flood();
      await pass(50);
    }
    expect(started).toHaveLength(200);
    started.length = 0;
    for (let n = 0; n < 200; n += 1) {
      if (n % 10 === 0) send('/i/inst_1/orders', { client: '192.0.2.4', endsAtOnce: true });
      flood();
      await pass(50);
    }
    const ofFlood = started.filter((url) => url === '/').length;
    // The rate limit of one client in one store allows 100 requests at once, then 20 a second for ten seconds.
    expect(ofFlood).toBeGreaterThanOrEqual(290);
    expect(ofFlood).toBeLessThanOrEqual(302);
    expect(started.length - ofFlood).toBe(20);
    await pass(60_000);
  });

  it('lets each request of a crowd wait for the end of the one before, at most 500 ms, while another client is active', async () => {
    const other = () => send('/i/inst_1/orders', { client: '192.0.2.4', endsAtOnce: true });
    other();
    const [first] = [1, 2, 3, 4, 5].map((n) => send(`/i/inst_2/orders?${n}`, { client: '192.0.2.8' }));
    await pass(300);
    expect(started).toEqual(['/i/inst_1/orders', '/i/inst_2/orders?1']);
    first?.close();
    await pass(10);
    expect(started).toHaveLength(3);
    other();
    await pass(480);
    expect(started).toHaveLength(4);
    await pass(60_000);
  });

  it('counts the requests that arrive during a turn', async () => {
    const other = () => send('/i/inst_1/orders', { client: '192.0.2.4', endsAtOnce: true });
    other();
    send('/i/inst_2/orders?1', { client: '192.0.2.10' });
    await pass(30);
    for (const n of [2, 3, 4]) send(`/i/inst_2/orders?${n}`, { client: '192.0.2.10' });
    await pass(400);
    expect(started).toEqual(['/i/inst_1/orders', '/i/inst_2/orders?1']);
    await pass(60_000);
  });

  it('starts a request of a crowd only when no request of another client or store is in progress, or after 500 ms', async () => {
    const page = send('/i/inst_1/orders', { client: '192.0.2.4' });
    const first = send('/i/inst_2/orders?1', { client: '192.0.2.11' });
    await pass(1);
    for (const n of [2, 3, 4, 5, 6]) send(`/i/inst_2/orders?${n}`, { client: '192.0.2.11' });
    first.close();
    await pass(100);
    expect(started).toEqual(['/i/inst_1/orders', '/i/inst_2/orders?1']);
    page.close();
    await pass(1);
    expect(started).toHaveLength(3);
    // The other client opens a page whose response does not end. A request counts as in progress for at most 500 ms, so
    // the third request of the first client starts after 500 ms.
    send('/i/inst_1/orders', { client: '192.0.2.4' });
    await pass(480);
    expect(started).toHaveLength(4);
    await pass(60);
    expect(started).toHaveLength(5);
    await pass(60_000);
  });

  it('does not let deliveries of the platform give way', async () => {
    send('/i/inst_1/orders', { client: '192.0.2.4' });
    for (let n = 0; n < 6; n += 1) send('/api/webhooks', { client: '192.0.2.12', endsAtOnce: true });
    await pass(20);
    expect(started).toHaveLength(7);
    await pass(60_000);
  });

  it('does not slow down a client of which few requests wait, and no client that is alone', async () => {
    send('/i/inst_1/orders', { client: '192.0.2.4', endsAtOnce: true });
    for (const n of [1, 2, 3]) send(`/i/inst_2/orders?${n}`, { client: '192.0.2.9' });
    await pass(110);
    expect(started).toHaveLength(4);
    await pass(5_000);
    for (const n of [1, 2, 3, 4, 5, 6]) send(`/i/inst_3/orders?${n}`, { client: '192.0.2.9' });
    await pass(110);
    expect(started).toHaveLength(7);
    await pass(60_000);
  });

  it('starts at most 60 requests a second of one client, even if each names another store', async () => {
    let count = 0;
    for (let n = 0; n < 200; n += 1) {
      if (n % 10 === 0) send('/i/inst_1/orders', { client: '192.0.2.4', endsAtOnce: true });
      for (let m = 0; m < 8; m += 1)
        send(`/i/inst_x${(count += 1)}/orders`, { client: '192.0.2.5', endsAtOnce: true });
      await pass(50);
    }
    const ofFlood = started.filter((url) => url.startsWith('/i/inst_x')).length;
    // The rate limit of one client in all stores allows 300 requests at once, then 60 a second for ten seconds.
    expect(ofFlood).toBeGreaterThanOrEqual(870);
    expect(ofFlood).toBeLessThanOrEqual(902);
    await pass(60_000);
  });

  it('answers within six seconds, even if the same address has sent requests to a thousand invented stores', async () => {
    for (let n = 0; n < 1_000; n += 1)
      send(`/i/inst_y${n}/orders`, { client: '192.0.2.6', endsAtOnce: true });
    const own = send('/i/inst_1/orders', { client: '192.0.2.6', endsAtOnce: true });
    for (let n = 0; n < 12; n += 1) {
      send('/', { client: '192.0.2.4', endsAtOnce: true });
      await pass(500);
    }
    expect(started.includes('/i/inst_1/orders') || own.status === 503).toBe(true);
    await pass(60_000);
  });

  it('answers 503 to a request that has waited for five seconds', async () => {
    const responses = Array.from({ length: 150 }, () => send('/'));
    await pass(60_000);
    expect(started.length).toBeGreaterThanOrEqual(100);
    const refused = responses.filter(({ status }) => status === 503);
    expect(started.length + refused.length).toBe(150);
    expect(refused.length).toBeGreaterThan(40);
  });
});
