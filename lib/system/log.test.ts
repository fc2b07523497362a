import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { log, logOptions } from '@/lib/system/log';
import { logConsole } from '@/lib/system/log-console';
import { noteInstall, requestIdOf, runInContext } from '@/lib/system/process/request-context';

const canary = 'canary-9f27';

/** Runs calls of the logger and returns what they write to the log. */
function written(write: (to: pino.Logger) => void): string {
  let text = '';
  write(pino(logOptions, { write: (line) => (text += line) }));
  return text;
}

function errorWithSecrets(): Error {
  const cause = Object.assign(new Error(`quotes ${canary}`), { code: '22P02', detail: canary });
  const own = {
    code: 'P2010',
    meta: { args: [canary] },
    clientVersion: canary,
    config: { password: canary },
  };
  return Object.assign(new Error('query failed', { cause }), own);
}

it.each([
  'authorization',
  'access_token',
  'refresh_token',
  'secret',
  'customer',
  'shipping_address',
  'phone',
  'email',
])('the log hides the value of %s, up to two levels deep', (key) => {
  const text = written((to) => {
    to.info({ [key]: canary }, 'a');
    to.info({ order: { [key]: canary } }, 'b');
    to.info({ list: [{ [key]: { deeper: canary } }] }, 'c');
  });
  expect(text).not.toContain(canary);
  expect(text.match(/\[hidden\]/g)).toHaveLength(3);
});

it('an error is one line with its code and the type of its cause, without their other properties', () => {
  const text = written((to) => {
    to.error({ error: errorWithSecrets() }, 'it failed');
    to.error(errorWithSecrets());
  });
  expect(text).not.toContain(canary);
  const [first, second, ...others] = text.trim().split('\n');
  expect(others).toEqual([]);
  const error = {
    type: 'Error',
    message: 'query failed',
    code: 'P2010',
    cause: { type: 'Error', code: '22P02' },
  };
  expect(JSON.parse(first ?? '')).toMatchObject({ error, msg: 'it failed' });
  expect(JSON.parse(second ?? '')).toMatchObject({ err: error });
});

it('each line has the service, the version, the host and the ids of its request', () => {
  const text = written((to) => {
    to.info('outside');
    runInContext({ requestId: 'req-12345678' }, () => {
      noteInstall('inst_1');
      to.info('inside');
    });
  });
  const [outside, inside] = text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const process_ = {
    service: 'app',
    version: expect.stringMatching(/^\d+\./),
    host: expect.stringMatching(/./),
  };
  expect(outside).toMatchObject(process_);
  expect(outside).not.toHaveProperty('requestId');
  expect(inside).toMatchObject({ ...process_, requestId: 'req-12345678', installId: 'inst_1' });
});

it("an error of the platform has its request id and the safe part of its details, without the platform's texts", () => {
  const error = Object.assign(new Error('POST /orders: 422'), {
    status: 422,
    code: 'invalid_request',
    requestId: 'req_platform_1',
    details: {
      current_status: 'shipped',
      fields: [{ path: 'customer.phone', message: canary }, { path: `x ${canary}` }],
      lines: [{ name: canary }],
      other: canary,
    },
  });
  const text = written((to) => to.error({ error }, 'it failed'));
  expect(text).not.toContain(canary);
  expect(JSON.parse(text)).toMatchObject({
    error: {
      status: 422,
      platformRequestId: 'req_platform_1',
      details: { current_status: 'shipped', fields: ['customer.phone'], lines: 1 },
    },
  });
});

it('a request id of a client is used only behind a trusted proxy and only in the form of an id', () => {
  expect(requestIdOf('proxy-id-1', 1)).toBe('proxy-id-1');
  for (const [header, proxies] of [
    ['proxy-id-1', 0],
    [`a b ${canary}`, 1],
    ['short', 1],
    [undefined, 1],
  ] as const)
    expect(requestIdOf(header, proxies)).toMatch(/^[0-9a-f-]{36}$/);
});

const { error: printError, warn: printWarning } = console;
afterEach(() => {
  Object.assign(console, { error: printError, warn: printWarning });
  vi.restoreAllMocks();
});

it('what Next prints as an error is logged once, as text and standard fields', () => {
  const error = errorWithSecrets();
  const lines = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  logConsole();
  console.error('\u001b[31m⨯\u001b[39m', error);
  console.error(error, { meta: canary });
  console.error('no\nerror', { meta: canary });
  expect(lines.mock.calls).toEqual([
    [{ error, printed: '⨯' }, expect.any(String)],
    [{ error: undefined, printed: 'no error' }, expect.any(String)],
  ]);
});
