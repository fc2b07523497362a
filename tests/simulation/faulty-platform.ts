import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '@/sandbox/create-sandbox';
import { ConnectionLost } from '@/sandbox/http/faults';
import { realClock } from '@/sandbox/world/clock';
import type { Random } from '@/sandbox/world/random';
import type { AppWorld } from '@/tests/support/integration/app-world';

/** The network faults that the simulation can inject into a request to the platform. */
export const faults = [
  'lost_request',
  'lost_answer',
  'error_before',
  'error_after',
  'rate_limited',
  'slow',
  'duplicate',
] as const;
export type FaultName = (typeof faults)[number];

/**
 * The sandbox in the test process, on its own port, behind a network that fails at random. The same seed gives the same
 * failures.
 */
export type FaultyPlatform = AppWorld['sandbox'] & {
  /** Probability, from 0 to 1, that a write request fails. */
  faultProbability: number;
  fired: Record<FaultName, number>;
  /** Number of responses that the platform sent again, because the request had a known idempotency key. */
  replayed: { successes: number; refusals: number };
  /**
   * Number of 409 responses that the platform did not send again for a known idempotency key. The platform sends such a
   * 409 while an earlier request with the same key is still in progress.
   */
  inProgress: number;
  /**
   * Simulates that a day has passed. The platform then no longer finds the responses that it stored under idempotency
   * keys.
   */
  forgetKeys(): void;
};

/** Starts a sandbox with network faults on any free port. */
export async function startFaultyPlatform(appUrl: string, random: Random): Promise<FaultyPlatform> {
  // The platform deletes idempotency keys after a day. To imitate this, the server of the test adds the number of the
  // day to each key before the sandbox gets the key. The effects (executed changes) of a key are searched under the
  // keys of today and of the day before. Two days are enough, because no operation of these tests takes longer.
  let day = 1;
  const keyOn = (key: string, ofDay: number) => `${key}~${ofDay}`;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = { url: appUrl, clientId: 'daftar-test', clientSecret: 'a-client-secret-for-tests-of-32-bytes' };
  const sandbox = createSandbox({
    seed: 'operations',
    orders: 0,
    clock: realClock(),
    origin,
    app,
    wallMs: Date.now,
    send: async () => new Response(null, { status: 200 }),
  });
  const fired = Object.fromEntries(faults.map((name) => [name, 0])) as FaultyPlatform['fired'];
  const platform: FaultyPlatform = {
    origin,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    faultProbability: 0,
    fired,
    replayed: { successes: 0, refusals: 0 },
    inProgress: 0,
    async control<Answer>(method: string, path: string, body?: unknown) {
      const key = /^\/effects\?idempotency_key=([^~]+)$/.exec(path)?.[1];
      if (key !== undefined) {
        const days = [day - 1, day].map((ofDay) =>
          platform.control<{ data: object[] }>('GET', `/effects?idempotency_key=${keyOn(key, ofDay)}`),
        );
        return { data: (await Promise.all(days)).flatMap(({ data }) => data) } as Answer;
      }
      const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await sandbox.fetch(new Request(`${origin}/_sandbox${path}`, init));
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} /_sandbox${path}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
    forgetKeys() {
      day += 1;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      sandbox.close();
    },
  };
  return platform;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request);
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !/^(connection|content-length|transfer-encoding)$/.test(name)
          ? [[name, name === 'idempotency-key' ? keyOn(value, day) : value]]
          : [],
      );
      const pass = () =>
        sandbox.fetch(
          new Request(`${origin}${request.url}`, {
            method: request.method ?? 'GET',
            headers,
            ...(body.length > 0 && { body: new Uint8Array(body) }),
          }),
          '127.0.0.1',
        );
      const answered = await throughFault(request, pass);
      note(answered);
      const text = await answered.clone().text();
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(text);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) console.error(error);
      response.destroy();
    }
  }

  async function throughFault(request: IncomingMessage, pass: () => Promise<Response>): Promise<Response> {
    // A GET fails less often than a write. A failed read is only repeated, and this simulation is about writes.
    const probability = platform.faultProbability * (request.method === 'GET' ? 0.3 : 1);
    if (!request.url?.startsWith('/v1/') || !random.chance(probability)) return pass();
    const fault = faults[random.int(0, faults.length - 1)] ?? 'slow';
    fired[fault] += 1;
    switch (fault) {
      case 'lost_request':
        throw new ConnectionLost(fault);
      case 'lost_answer':
        await pass();
        throw new ConnectionLost(fault);
      case 'error_before':
        return failed(503);
      case 'error_after':
        await pass();
        return failed(500);
      case 'rate_limited':
        return failed(429);
      case 'slow':
        await sleep(random.int(20, 200));
        return pass();
      case 'duplicate':
        return (await Promise.all([pass(), pass()]))[1];
    }
  }

  function note(answered: Response): void {
    if (answered.headers.get('idempotency-replayed') !== 'true') {
      if (answered.status === 409) platform.inProgress += 1;
    } else if (answered.ok) platform.replayed.successes += 1;
    else platform.replayed.refusals += 1;
  }
}

function failed(status: 429 | 500 | 503): Response {
  const code = status === 429 ? 'rate_limited' : 'internal_error';
  const body = { error: { code, message: 'a fault set on purpose', request_id: `req_fault_${status}` } };
  return Response.json(body, { status, headers: { ...(status === 429 && { 'retry-after': '1' }) } });
}
