import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInTurn } from './start-in-turn';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

function send(url: string, { client = '192.0.2.1', forwardedFor = '', trustedProxies = 0 } = {}) {
  const response = new FakeResponse();
  const request = { url, headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: client } };
  const handle = async () => void started.push(url);
  void startInTurn(request, response as unknown as ServerResponse, trustedProxies, handle);
  return response;
}

/** Advances the fake clock by this many milliseconds and lets all promises settle. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

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

  it('answers 503 to a request that has waited for five seconds', async () => {
    const responses = Array.from({ length: 150 }, () => send('/'));
    await pass(60_000);
    expect(started.length).toBeGreaterThanOrEqual(100);
    const refused = responses.filter(({ status }) => status === 503);
    expect(started.length + refused.length).toBe(150);
    expect(refused.length).toBeGreaterThan(40);
  });
});
