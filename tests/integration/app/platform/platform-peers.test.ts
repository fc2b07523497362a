import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformClient } from 'commerce-platform-client/client';
import { answerBytesMax } from '@/lib/platform/exchange';
import type { Deadline } from 'commerce-platform-client/ports';
import type { OrderId, VariantId } from 'commerce-platform-client/contract/ids';
import { bareClient } from '@/tests/support/platform/bare-client';
import { failure } from '@/tests/support/platform/failure';
import { type Peer, startPeer } from '@/tests/support/platform/peer';

/** Tests the platform client against fake servers that misbehave. */
let peer: Peer;
let stranger: Peer;
let client: PlatformClient;

beforeAll(async () => {
  [peer, stranger] = [await startPeer(), await startPeer()];
});
afterAll(() => Promise.all([peer.stop(), stranger.stop()]));
beforeEach(() => {
  client = bareClient(`${peer.origin}/v1`, 'token');
  for (const one of [peer, stranger]) one.requests.length = 0;
});

const read = (deadlineMs = 20_000) => client.getStore({ deadlineMs });
const write = (deadlineMs = 20_000) => client.createOrder('key-1', '{}', { deadlineMs });
/** Polling options with a time limit of 20 s, because a busy machine needs longer. */
const patience = { timeout: 20_000 };
const store = JSON.stringify({ data: { id: 'store_1' } });
const says = (status: number, headers: Record<string, string>, body: string) => {
  peer.answer = (_request, response) => response.writeHead(status, headers).end(body);
};
/** Makes the fake server respond with this status to the first request, and with success to all later requests. */
const saysOnce = (status: number, headers: Record<string, string>) => {
  peer.answer = (_request, response) => {
    says(200, {}, store);
    response.writeHead(status, headers).end();
  };
};

describe('tokens are sent only to the configured host', () => {
  it.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is returned as an error and is not followed',
    async (status) => {
      for (const location of [`${stranger.origin}/v1/store`, '/v1/installation', '//evil.example/']) {
        says(status, { location }, '');
        for (const call of [read, write])
          expect(await failure(call())).toMatchObject({ status, code: 'redirect_refused' });
      }
      expect(stranger.requests).toEqual([]);
      expect(new Set(peer.requests.map(({ line }) => line))).toEqual(
        new Set(['GET /v1/store', 'POST /v1/orders']),
      );
      expect(peer.requests).toHaveLength(6);
    },
  );

  it.each([
    'https://user:secret@api.example/v1',
    'ftp://api.example/v1',
    'https://api.example/v1?a=b',
    'https://api.example/v1#top',
    'not a url',
    'file:///etc/passwd',
  ])('the base address %s is refused', (baseUrl) => {
    expect(() => bareClient(baseUrl, 'token')).toThrow();
  });
});

describe('missing or incomplete responses', () => {
  it('without response headers a call ends at its deadline; the outcome of a write is unknown', async () => {
    peer.answer = () => undefined;
    expect(await failure(read(1_500))).toMatchObject({ status: 0, code: 'timed_out' });
    expect(await failure(write(1_500))).toMatchObject({ status: 0, code: 'timed_out' });
    expect(peer.requests).toHaveLength(2);
  });

  it('a body that never ends stops at the deadline, with the request id from the headers', async () => {
    peer.answer = (_request, response) => {
      response.writeHead(200, { 'x-request-id': 'req_1' });
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    };
    expect(await failure(read(1_500))).toMatchObject({ status: 0, code: 'timed_out', requestId: 'req_1' });
  });

  it('a cut body counts as no response: a read is retried, a write is not', async () => {
    peer.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000', 'x-request-id': 'req_2' });
      response.write(store, () => response.destroy());
    };
    expect(await failure(read(3_000))).toMatchObject({ status: 0, code: 'unreachable', requestId: 'req_2' });
    expect(peer.requests.length).toBeGreaterThan(1);
    peer.requests.length = 0;
    expect(await failure(write())).toMatchObject({ status: 0, code: 'unreachable' });
    expect(peer.requests).toHaveLength(1);
  });

  it('if no server listens, the call is unreachable', async () => {
    const gone = await startPeer();
    await gone.stop();
    const call = bareClient(`${gone.origin}/v1`, 'token').createOrder('key-1', '{}');
    expect(await failure(call)).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it.each(['plain', 'packed'])(
    'a response of 50 MB, %s, is aborted while it is received and is a bad_answer',
    async (how) => {
      const megabyte = Buffer.alloc(1024 * 1024, 0x20);
      const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
      let sent = 0;
      let last: ServerResponse | undefined;
      peer.answer = (_request, response) => {
        last = response;
        if (how === 'packed') return response.writeHead(201, { 'content-encoding': 'gzip' }).end(packed);
        response.writeHead(201);
        const megabytes = async function* () {
          for (; sent < 50; sent++) yield megabyte;
        };
        void pipeline(megabytes, response).catch(() => undefined);
      };
      // The body of the response cannot be read, but its status 201 shows that the write took effect. The error
      // contains the status 201. So the app reads the platform to find the result and does not repeat the write.
      expect(await failure(write())).toMatchObject({ status: 201, code: 'bad_answer' });
      if (how === 'plain') {
        await expect.poll(() => last?.destroyed, patience).toBe(true);
        expect(sent).toBeLessThan(50);
        expect(sent).toBeGreaterThanOrEqual(answerBytesMax / megabyte.length);
      }
      says(200, {}, store);
      expect((await read()).body.data.id).toBe('store_1');
    },
  );
});

describe('unexpected responses', () => {
  it.each([
    ['a page', '<!doctype html><title>Bad gateway</title>'],
    ['nothing', ''],
    ['another envelope', '{"message": "Bad gateway"}'],
    ['an envelope of arrays', '{"error": []}'],
  ])('ERR-1: a 502 keeps its status if its body is %s', async (_, body) => {
    says(502, { 'content-type': 'text/html', 'x-request-id': 'req_3' }, body);
    expect(await failure(write())).toMatchObject({ status: 502, code: 'bad_answer', requestId: 'req_3' });
  });

  it('ERR-2: an error envelope needs only its code; other missing or invalid fields are ignored', async () => {
    says(409, {}, '{"error": {"code": "insufficient_stock", "details": [1], "request_id": 7}}');
    expect(await failure(write())).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      requestId: null,
      details: {},
    });
    says(
      409,
      {},
      '{"error": {"code": "conflict", "request_id": "req_4", "details": {"current_status": "shipped"}}}',
    );
    expect(await failure(write())).toMatchObject({
      requestId: 'req_4',
      details: { current_status: 'shipped' },
    });
  });

  it('a 204 with a body is a success, and the body does not run into the next response', async () => {
    peer.answer = (_request, response) => {
      response.socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 12\r\n\r\nHTTP/1.1 500');
    };
    expect((await client.deleteWebhook()).body).toBeUndefined();
    says(200, {}, store);
    expect((await read()).body.data.id).toBe('store_1');
  });

  it.each(['{"data": {"stock_after": 5}}', '<p>Created</p>'])(
    'INV-2: if no body is expected, %s is ignored',
    async (body) => {
      says(201, {}, body);
      expect((await client.createMovement('key-1', '{}')).body).toBeUndefined();
    },
  );

  it.each<[string, string]>([
    ['a page', '<title>Welcome to the airport</title>'],
    ['a byte that is no text', '\u0000'],
    ['nested without end', `{"data":${'['.repeat(2_000_000)}`],
  ])('A7: a success body that is %s is a bad_answer if the response shape is assumed', async (_, body) => {
    says(200, {}, body);
    const sent = client.setOrderStatus('key-1', 'ord_1' as OrderId, '{}');
    expect(await failure(sent)).toMatchObject({ status: 200, code: 'bad_answer' });
  });

  it('PRO-2: a ranked page without a cursor is the last page', async () => {
    says(200, {}, '{"data": []}');
    expect((await client.listProducts({ q: 'شال' })).body.next_cursor).toBeNull();
  });

  it('S26: a key named __proto__ changes only its own map', async () => {
    const variant = '{"id": "var_1", "attributes": {"__proto__": {"polluted": true}, "size": "M"}}';
    says(200, {}, `{"data": [${variant}], "__proto__": {"polluted": true}}`);
    const { body } = await client.listVariants({ ids: ['var_1' as VariantId] });
    expect(body.data[0]?.attributes).toMatchObject({ size: 'M' });
    expect((body.data[0]?.attributes as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('LIM-2: Retry-After', () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  it.each<[string, string | null, number | null]>([
    ['seconds', '17', 17],
    ['none', null, null],
    ['none at all', '0', 1],
    ['three thousand years', '99999999999', 86_400],
    ['more than a number holds', '9'.repeat(400), 86_400],
    ['a date, counted from the answer’s own', 'Sat, 21 Nov 2026 10:00:42 GMT', 42],
    ['a date that is past', 'Sat, 21 Nov 2026 09:00:00 GMT', 1],
    ['a word', 'soon', null],
    ['a fraction', '1.5', null],
    ['less than nothing', '-5', null],
    ['hexadecimal', '0x10', null],
  ])('is parsed: %s', async (_, value, seconds) => {
    says(429, { date, ...(value !== null && { 'retry-after': value }) }, '');
    expect((await failure(write())).retryAfterSeconds).toBe(seconds);
  });

  it.each([429, 503])('after %i a read is repeated no earlier than it allows', async (status) => {
    saysOnce(status, { 'retry-after': '1' });
    await read();
    const [first, second] = peer.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it.each([429, 503])(
    'after %i a read that would wait past its deadline fails immediately',
    async (status) => {
      says(status, { 'retry-after': '3600' }, '');
      // The client must fail at once and must not wait for the time in Retry-After. The deadline of the call is almost
      // an hour away. So if the call ends within 20 s, the client did not wait.
      const error = await Promise.race([failure(read(3_590_000)), sleep(20_000)]);
      expect(error).toMatchObject({ status, retryAfterSeconds: 3600 });
      expect(peer.requests).toHaveLength(1);
    },
  );
});

describe('signals and deadlines', () => {
  it('a call that is aborted while it is in progress reports that and is not repeated', async () => {
    peer.answer = () => undefined;
    const giveUp = new AbortController();
    const call = failure(client.getStore({ signal: giveUp.signal }));
    await expect.poll(() => peer.requests.length, patience).toBe(1);
    giveUp.abort();
    expect(await call).toMatchObject({ status: 0, code: 'aborted' });
    expect(peer.requests).toHaveLength(1);
  });

  it('a call that is aborted between two attempts ends there', async () => {
    // The client calls noteRevision when a response arrives. So `isAnswered` is true as soon as the client has got the
    // response to its first attempt.
    says(503, { 'retry-after': '30', 'x-platform-api-version': '2027-01-31' }, '');
    let isAnswered = false;
    client = bareClient(`${peer.origin}/v1`, 'token', { noteRevision: () => void (isAnswered = true) });
    const giveUp = new AbortController();
    const call = failure(client.getStore({ signal: giveUp.signal, deadlineMs: 60_000 }));
    await expect.poll(() => isAnswered, patience).toBe(true);
    giveUp.abort();
    expect(await call).toMatchObject({ status: 0, code: 'not_sent' });
    expect(peer.requests).toHaveLength(1);
  });

  it('a call that is aborted before it starts sends nothing', async () => {
    for (const call of [
      client.getStore({ signal: AbortSignal.abort() }),
      client.createOrder('key-1', '{}', { signal: AbortSignal.abort() }),
    ])
      expect(await failure(call)).toMatchObject({ status: 0, code: 'not_sent' });
    expect(peer.requests).toEqual([]);
  });

  it('if no token arrives in time, nothing is sent', async () => {
    const tokens = {
      current: (signal: AbortSignal) => sleep(60_000, undefined, { signal }) as Promise<never>,
      refused: async () => undefined,
    };
    client = bareClient(`${peer.origin}/v1`, 'token', { tokens });
    for (const call of [read(100), write(100)])
      expect(await failure(call)).toMatchObject({ status: 0, code: 'not_sent' });
    expect(peer.requests).toEqual([]);
  });

  it("if the budget grants nothing in time, the call fails like the platform's 429 and nothing is sent", async () => {
    const budget = {
      take: (_kind: unknown, { signal }: Deadline) => sleep(60_000, undefined, { signal }),
      block: async () => undefined,
    };
    client = bareClient(`${peer.origin}/v1`, 'token', { budget });
    for (const call of [read(1_000), write(1_000)])
      expect(await failure(call)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(peer.requests).toEqual([]);
  });

  it('reads are counted as reads and writes as writes, and each retry is counted again', async () => {
    const taken: string[] = [];
    const budget = { take: async (kind: string) => void taken.push(kind), block: async () => undefined };
    client = bareClient(`${peer.origin}/v1`, 'token', { budget });
    saysOnce(500, {});
    await read();
    says(200, {}, '{"data": null}');
    await client.getWebhook();
    await failure(write());
    await client.deleteWebhook();
    expect(taken).toEqual(['read', 'read', 'read', 'write', 'write']);
  });
});

describe('VER-1 VER-2: the revision of a response', () => {
  it.each<[string, string | null]>([
    ['2026-09-10', null],
    ['2026-08-09', null],
    ['2027-01-31', '2027-01-31'],
    ['tomorrow', null],
    ['2027-01-31\tinjected', null],
  ])('%s breaks nothing, and is reported only if it is newer', async (revision, expected) => {
    const noted: string[] = [];
    client = bareClient(`${peer.origin}/v1`, 'token', { noteRevision: (seen) => noted.push(seen) });
    says(200, { 'x-platform-api-version': revision }, store);
    expect((await read()).body.data.id).toBe('store_1');
    says(409, { 'x-platform-api-version': revision }, '');
    await failure(write());
    expect(noted).toEqual(expected === null ? [] : [expected, expected]);
  });
});
