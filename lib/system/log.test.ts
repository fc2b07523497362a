import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { log, logOptions } from '@/lib/system/log';
import { logConsole } from '@/lib/system/log-console';

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

it.each(['authorization', 'access_token', 'refresh_token', 'secret', 'customer', 'phone', 'email'])(
  'the log hides the value of %s, up to two levels deep',
  (key) => {
    const text = written((to) => {
      to.info({ [key]: canary }, 'a');
      to.info({ order: { [key]: canary } }, 'b');
      to.info({ list: [{ [key]: { deeper: canary } }] }, 'c');
    });
    expect(text).not.toContain(canary);
    expect(text.match(/\[hidden\]/g)).toHaveLength(3);
  },
);

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
