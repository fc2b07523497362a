import { NextRequest } from 'next/server';
import { describe, expect, it, vi } from 'vitest';
import { permissionsPolicy } from '@/lib/system/http/permissions-policy';
import { config, proxy } from '@/proxy';

const app = 'https://daftar.example.com';
const admin = 'https://admin.platform.example';

vi.mock('@/lib/system/env', () => ({
  env: () => ({
    APP_URL: 'https://daftar.example.com',
    PLATFORM_ADMIN_ORIGIN: 'https://admin.platform.example',
    DAFTAR_MODE: 'production',
  }),
}));

const get = async (path: string) => (await proxy(new NextRequest(app + path))).headers;

/** Posts a body without a Content-Length, as a chunked request has none. */
const post = (path: string, headers: Record<string, string>, bytes = 1) =>
  proxy(new NextRequest(app + path, { method: 'POST', headers, body: 'x'.repeat(bytes) }));

describe('the response to a page', () => {
  const common = {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    'cache-control': 'no-store',
  };
  const opener = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
  const unframed = { 'x-frame-options': 'DENY' };
  const customer = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' };
  const merchant = { 'referrer-policy': 'strict-origin' };
  const token = 'A'.repeat(43);

  it.each([
    ['/', "'none'", { ...merchant, ...unframed, ...opener }],
    ['/unknown', "'none'", { ...merchant, ...unframed, ...opener }],
    ['/favicon.icox', "'none'", { ...merchant, ...unframed, ...opener }],
    ['/launches', "'none'", { ...merchant, ...unframed, ...opener }],
    ['/launch/window', "'none'", { ...merchant, ...unframed }],
    [`/q/${token}`, "'none'", { ...customer, ...unframed, ...opener }],
    [`/o/${token}`, "'none'", { ...customer, ...unframed, ...opener }],
    [`/d/${token}`, "'none'", { ...customer, ...unframed, ...opener }],
    ['/i/inst_1/orders', admin, { ...merchant, ...opener }],
    ['/launch', admin, { ...merchant, ...opener }],
    ['/launch/sign-in', admin, { ...merchant, ...opener }],
    ['/reconnect', admin, { ...merchant, ...opener }],
    ['/stopped', admin, { ...merchant, ...opener }],
  ])('S18 S27: %s can be framed by %s, and has exactly these headers', async (path, ancestors, own) => {
    const { 'content-security-policy': policy, ...headers } = Object.fromEntries(await get(path));
    expect(policy).toMatch(new RegExp(`; frame-ancestors ${ancestors}$`));
    const sent = Object.entries(headers).filter(([name]) => !name.startsWith('x-middleware-'));
    expect(Object.fromEntries(sent)).toEqual({ ...common, ...own });
  });

  it('S27: only built files and webhook deliveries are answered without the proxy', () => {
    const pattern = new RegExp(`^${config.matcher.join()}$`);
    const isMatched = (path: string) => pattern.test(path);
    const near = ['/_next/staticx', '/_next/image', '/_next/imagex', '/favicon.ico', '/api/webhooksx'];
    expect(['/', '/i/inst_1', '/api/auth/csrf', ...near].filter((path) => !isMatched(path))).toEqual([]);
    expect(['/_next/static/chunks/a.js', '/api/webhooks'].filter(isMatched)).toEqual([]);
  });
});

describe('a write', () => {
  const paths = ['/', '/i/inst_1/orders/new', '/api/i/inst_1/orders', '/launch/claim', '/favicon.ico'];

  it.each(paths)('S23: to %s needs exactly our own Origin', async (path) => {
    for (const origin of [undefined, 'null', 'https://evil.example', `${app}.evil.example`, `${app}:8443`])
      expect((await post(path, origin === undefined ? {} : { origin })).status, origin).toBe(403);
    expect((await post(path, { origin: app })).status).toBe(200);
  });

  it.each(paths)('S28: to %s has at most 64 KB, with and without a length', async (path) => {
    for (const [bytes, status] of [
      [65_536, 200],
      [65_537, 413],
    ] as const) {
      const length = { 'content-length': String(bytes) };
      expect((await post(path, { origin: app }, bytes)).status, `${bytes} in chunks`).toBe(status);
      expect((await post(path, { origin: app, ...length })).status, `${bytes} by length`).toBe(status);
    }
  });
});
