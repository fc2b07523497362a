import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProblemReason } from '@/lib/ops/find-problems';
import { freePort } from '@/server/stack/free-port';
import type { Overview } from '@/server/ops/read-overview.server';
import { serveOps } from '@/server/ops/serve-ops';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { breakInstall, storeManyInstalls } from '@/tests/support/operating/many-installs';
import { runToEnd } from '@/tests/support/stack/run-to-end';

const password = `${randomUUID()}:with a colon`;

let world: AppWorld;
let ids: string[];
let port: number;
let stop: () => Promise<void>;

beforeAll(async () => {
  world = await startAppWorld();
  ids = await storeManyInstalls(world.system, 20);
});
afterAll(() => world.stop());
beforeEach(async () => {
  port = await freePort();
  stop = await serveOps({ port, host: '127.0.0.1', password });
  return () => stop();
});

type Reply = { status: number; headers: Record<string, unknown>; body: string };

const basic = (text: string) => `Basic ${Buffer.from(`ops:${text}`).toString('base64')}`;

/** Sends a request to the page. By default the request has the right password. */
function ask(
  change: { method?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { method = 'GET', path = '/', headers = { authorization: basic(password) } } = change;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

it('the page names exactly the three stuck stores, each with its reason, and shows the counts of ops --json', async () => {
  const broken: ProblemReason[] = ['reconnect_needed', 'sweep_overdue', 'operation_needs_review'];
  for (const [index, reason] of broken.entries()) await world.system(breakInstall[reason], [ids[index]]);
  const { status, body } = await ask();
  expect(status).toBe(200);
  const { output } = await runToEnd('server/ops.ts', world.appEnv, ['--json']);
  const facts = JSON.parse(output) as Overview;
  expect(facts.stuck.map(({ installId }) => installId)).toEqual(ids.slice(0, 3));
  const [, list = ''] = /<h2>Stuck: 3<\/h2>\s*<ul>(.*?)<\/ul>/s.exec(body) ?? [];
  const named = list.split('<li>').slice(1);
  expect(named).toHaveLength(3);
  for (const [index, reason] of broken.entries()) {
    expect(named[index]).toContain(`<code>${ids[index]}</code>`);
    expect(named[index]).toContain(`<code>${reason}</code>`);
  }
  for (const [state, count] of Object.entries(facts.states))
    expect(body).toContain(`<td>${state}</td><td class="n">${count}</td>`);
  expect(body).toContain(`<td>Received events</td><td class="n">${facts.queues.inbox.events}</td>`);
  expect(body).toMatch(/<td>daftar-app\/\d+\.\d+\.\d+@[^<]+<\/td>/);
});

it('the page has no script, forbids everything but its style sheet, and is not stored', async () => {
  const { headers, body } = await ask();
  expect(body).not.toMatch(/<script|javascript:|\son\w+=|<form|<img|<link/i);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

it('names and errors from outside are escaped', async () => {
  const hostile = `<script>alert(1)</script>"'&`;
  await world.system('UPDATE installs SET store_id = $2 WHERE install_id = $1', [ids[0], hostile]);
  await world.system(breakInstall.setup_failing, [ids[4]]);
  await world.system('UPDATE install_tokens SET finish_error = $2 WHERE install_id = $1', [ids[4], hostile]);
  const { body } = await ask();
  expect(body).not.toContain('<script');
  expect(body.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;/g)).toHaveLength(2);
});

describe('the page is refused', () => {
  it('without a password, and the browser asks for one', async () => {
    const { status, headers, body } = await ask({ headers: {} });
    expect({ status, body }).toEqual({ status: 401, body: 'password needed\n' });
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  });

  it.each([
    ['a wrong password', basic('guess')],
    ['the start of the password', basic(password.slice(0, -1))],
    ['an empty password', basic('')],
    ['another scheme', `Bearer ${password}`],
    ['a header that is not base64', 'Basic ****'],
  ])('with %s', async (_, authorization) => {
    expect(await ask({ headers: { authorization } })).toMatchObject({
      status: 401,
      body: 'password needed\n',
    });
  });

  it('with headers of more than 8 KB', async () => {
    const { status } = await ask({
      headers: { authorization: basic(password), 'x-long': 'a'.repeat(9_000) },
    });
    expect(status).toBe(431);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('with the method %s', async (method) => {
    expect(
      (await ask({ method, headers: { authorization: basic(password), 'content-length': '0' } })).status,
    ).toBe(405);
  });

  it('under the name of another host, before the password is looked at', async () => {
    const asked = (host: string) => ask({ headers: { authorization: basic(password), host } });
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '127.0.0.1@evil.example',
    ])
      expect((await asked(host)).status, host).toBe(421);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect((await asked(host)).status, host).toBe(200);
  });

  it('on any other path', async () => {
    expect((await ask({ path: '/metrics' })).status).toBe(404);
  });
});

it('HEAD has the headers of GET and no body', async () => {
  const { status, body } = await ask({ method: 'HEAD' });
  expect({ status, body }).toEqual({ status: 200, body: '' });
});

// This test must be the last one that requests the page. The page now refuses every request from this client address.
it('after some wrong passwords, an address gets 429, also with the right password', async () => {
  let wrong = 0;
  while (wrong < 20 && (await ask({ headers: { authorization: basic('guess') } })).status === 401) wrong++;
  expect(wrong).toBeLessThanOrEqual(10);
  const { status, headers } = await ask();
  expect(status).toBe(429);
  expect(headers['retry-after']).toBe('10');
});

it('ops serve does not start without a password, nor in production with a short one', async () => {
  const open = await runToEnd('server/ops.ts', { ...world.appEnv, OPS_PORT: String(port) }, ['serve']);
  expect(open).toMatchObject({ code: 1, output: expect.stringContaining('OPS_PASSWORD: is not set') });
  const short = { DAFTAR_MODE: 'production', OPS_PORT: String(port), OPS_PASSWORD: 'short' };
  const weak = await runToEnd('server/ops.ts', { ...world.appEnv, ...short }, ['serve']);
  expect(weak).toMatchObject({
    code: 1,
    output: expect.stringContaining('OPS_PASSWORD: must be at least 32 characters'),
  });
});
