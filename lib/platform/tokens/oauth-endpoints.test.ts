import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetMetadata, MetadataError, metadataUrlOf, oauthEndpoints } from './oauth-endpoints';

let server: Server;
let origin: string;
let answer: { status: number; type: string; body: string; location?: string };
const paths: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const location = answer.location === undefined ? {} : { location: answer.location };
    response.writeHead(answer.status, { 'content-type': answer.type, ...location }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  forgetMetadata();
  paths.length = 0;
});

const variables = (more: object = {}) => ({
  PLATFORM_ISSUER: origin,
  PLATFORM_ADMIN_ORIGIN: origin,
  PLATFORM_CLIENT_ID: 'client',
  ...more,
});
const metadata = (change: object = {}) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/here/authorize`,
  token_endpoint: `${origin}/here/token`,
  ...change,
});
const json = (value: object, status = 200) => {
  answer = { status, type: 'application/json', body: JSON.stringify(value) };
};

it('S38: the endpoints are those of the metadata, which is read once for all callers', async () => {
  json(metadata());
  const [one] = await Promise.all([oauthEndpoints(variables()), oauthEndpoints(variables())]);
  await oauthEndpoints(variables());
  expect(one).toEqual({
    authorization: { url: `${origin}/here/authorize`, source: 'metadata' },
    token: { url: `${origin}/here/token`, source: 'metadata' },
    clientAuthentication: 'client_secret_basic',
  });
  expect(paths).toEqual(['/.well-known/oauth-authorization-server']);
});

it('RFC 8414: the well-known path comes before the path of the issuer', async () => {
  json(metadata({ issuer: `${origin}/tenant/7` }));
  await oauthEndpoints(variables({ PLATFORM_ISSUER: `${origin}/tenant/7` }));
  expect(paths).toEqual(['/.well-known/oauth-authorization-server/tenant/7']);
  expect(metadataUrlOf(variables({ PLATFORM_METADATA_URL: 'https://a.example/b' }))).toBe(
    'https://a.example/b',
  );
});

it('the client sends its secret in the form (client_secret_post) if the metadata offers no other method', async () => {
  json(metadata({ token_endpoint_auth_methods_supported: ['client_secret_post'] }));
  expect(await oauthEndpoints(variables())).toMatchObject({ clientAuthentication: 'client_secret_post' });
});

it('a variable replaces its endpoint, and with both variables no metadata is read', async () => {
  json(metadata());
  const token = { PLATFORM_TOKEN_ENDPOINT: 'https://tokens.example/t' };
  expect(await oauthEndpoints(variables(token))).toMatchObject({
    authorization: { source: 'metadata' },
    token: { url: 'https://tokens.example/t', source: 'variable' },
  });
  paths.length = 0;
  forgetMetadata();
  await oauthEndpoints(variables({ ...token, PLATFORM_AUTHORIZATION_ENDPOINT: 'https://a.example/a' }));
  expect(paths).toEqual([]);
});

it.each([
  ['a status 404', { status: 404, type: 'application/json', body: '{}' }],
  ['a page for every unknown path', { status: 200, type: 'text/html; charset=utf-8', body: '<p>home</p>' }],
])('an issuer without metadata (%s) has the endpoints of assumption A1', async (_, given) => {
  answer = given;
  expect(await oauthEndpoints(variables())).toMatchObject({
    authorization: { url: `${origin}/oauth/authorize`, source: 'assumption' },
    token: { url: `${origin}/oauth/token`, source: 'assumption' },
  });
});

it.each<[string, () => void, MetadataError['code']]>([
  ['names another issuer', () => json(metadata({ issuer: `${origin}/` })), 'refused'],
  [
    'has its token endpoint on another host',
    () => json(metadata({ token_endpoint: 'https://evil.example/token' })),
    'refused',
  ],
  [
    'has its authorization endpoint on another port',
    () => json(metadata({ authorization_endpoint: 'http://127.0.0.1:1/authorize' })),
    'refused',
  ],
  [
    'has a password in an endpoint',
    () => json(metadata({ token_endpoint: origin.replace('//', '//me:secret@') })),
    'refused',
  ],
  ['has no token endpoint', () => json(metadata({ token_endpoint: undefined })), 'refused'],
  ['is no JSON', () => Object.assign(answer, { status: 200, type: 'text/plain', body: 'hello' }), 'refused'],
  ['is too large', () => json(metadata({ padding: 'x'.repeat(70_000) })), 'unreachable'],
  ['fails', () => json({}, 503), 'unreachable'],
  [
    'redirects',
    () => {
      answer = { status: 302, type: 'text/plain', body: '', location: `${origin}/elsewhere` };
    },
    'unreachable',
  ],
])('S38: metadata that %s gives no endpoint, and the error names the variables', async (_, set, code) => {
  set();
  const failure = await oauthEndpoints(variables()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MetadataError);
  expect(failure).toMatchObject({ code });
  expect((failure as Error).message).toMatch(/PLATFORM_(AUTHORIZATION|TOKEN)_ENDPOINT/);
  expect(paths).not.toContain('/elsewhere');
});

it('an endpoint on another host is accepted if its variable names it', async () => {
  json(metadata({ token_endpoint: 'https://evil.example/token' }));
  const set = variables({ PLATFORM_TOKEN_ENDPOINT: 'https://tokens.example/t' });
  expect(await oauthEndpoints(set)).toMatchObject({ token: { url: 'https://tokens.example/t' } });
});

describe('S38: after valid metadata was read', () => {
  const hourMs = 3_600_000;
  const failures: [string, () => void][] = [
    ['cannot be read', () => json({}, 503)],
    ['is refused', () => json(metadata({ issuer: 'https://evil.example' }))],
    ['is missing', () => json({}, 404)],
  ];
  let laterMs: number;

  beforeEach(async () => {
    laterMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    json(metadata());
    await oauthEndpoints(variables());
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(failures)('metadata that %s changes no endpoint for 24 hours, then gives none', async (_, fail) => {
    fail();
    for (laterMs = hourMs + 1; laterMs < 24 * hourMs; laterMs += hourMs)
      expect(await oauthEndpoints(variables())).toMatchObject({
        token: { url: `${origin}/here/token`, source: 'metadata' },
      });
    laterMs = 24 * hourMs;
    const failure = await oauthEndpoints(variables()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MetadataError);
    expect((failure as Error).message).toMatch(/set PLATFORM_AUTHORIZATION_ENDPOINT and/);
    json(metadata({ token_endpoint: `${origin}/moved/token` }));
    laterMs += 15_001;
    expect(await oauthEndpoints(variables())).toMatchObject({ token: { url: `${origin}/moved/token` } });
  });

  it('metadata that could not be read is read again after a minute, and moves the endpoint then', async () => {
    json({}, 503);
    laterMs = hourMs + 1;
    await oauthEndpoints(variables());
    json(metadata({ token_endpoint: `${origin}/moved/token` }));
    expect(await oauthEndpoints(variables())).toMatchObject({ token: { url: `${origin}/here/token` } });
    laterMs += 60_001;
    expect(await oauthEndpoints(variables())).toMatchObject({ token: { url: `${origin}/moved/token` } });
  });
});
