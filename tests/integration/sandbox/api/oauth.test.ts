import { beforeEach, describe, expect, test } from 'vitest';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import type { Installation } from 'commerce-platform-client/contract/installation';
import {
  apiOf,
  app,
  origin,
  pkce,
  redirectUri,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

const state = 'state with <markup> & more';

function authorizePath(challenge: string, change: Record<string, string> = {}): string {
  const query = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: 'orders:read orders:create',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    store: world.syp,
    ...change,
  };
  return `/oauth/authorize?${new URLSearchParams(query)}`;
}

async function consentPage(
  challenge: string,
  change: Record<string, string> = {},
): Promise<{ page: string; request: string }> {
  const response = await world.raw('GET', authorizePath(challenge, change));
  expect(response.status).toBe(200);
  const page = await response.text();
  return { page, request: /name="request" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

async function decide(
  form: Record<string, string>,
  headers: Record<string, string> = { origin },
): Promise<Response> {
  return world.raw('POST', '/oauth/authorize', {
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  });
}

function callback(response: Response): URL {
  return new URL(response.headers.get('location') ?? '');
}

/**
 * Submits the consent page, on which a merchant grants access, with "accept". Returns the authorization code.
 */
async function accept(challenge: string, change: Record<string, string> = {}): Promise<string> {
  const { request } = await consentPage(challenge, change);
  return (
    callback(await decide({ request, decision: 'accept', dpa: 'accepted' })).searchParams.get('code') ?? ''
  );
}

function token(form: Record<string, string>, authorization: string | null = basic()): Promise<Response> {
  return world.raw('POST', '/oauth/token', {
    body: new URLSearchParams(form),
    headers: authorization === null ? {} : { authorization },
  });
}

/**
 * Returns the header for HTTP Basic authentication. Client id and secret are form-encoded before they are joined (RFC
 * 6749, 2.3.1).
 */
function basic(secret = app.clientSecret): string {
  const encoded = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encoded(app.clientId)}:${encoded(secret)}`).toString('base64')}`;
}

const exchange = (code: string, verifier: string) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier });
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });

async function granted(response: Response): Promise<TokenResponse> {
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return TokenResponse.parse(await response.json());
}

async function expectError(response: Response, error: string, status = 400): Promise<void> {
  expect([response.status, await response.json()]).toEqual([status, { error }]);
}

async function signIn(change: Record<string, string> = {}): Promise<TokenResponse> {
  const { verifier, challenge } = pkce();
  return granted(await exchange(await accept(challenge, change), verifier));
}

describe('A1: the authorization code grant', () => {
  test('AUT-3, A34: consent gives a code and tokens that are bound to the store, and returns state and iss', async () => {
    const { verifier, challenge } = pkce();
    const { request } = await consentPage(challenge);
    const back = callback(await decide({ request, decision: 'accept' }));
    expect(back.href.startsWith(redirectUri)).toBe(true);
    expect(back.searchParams.get('state')).toBe(state);
    expect(back.searchParams.get('iss')).toBe(origin);
    const tokens = await granted(await exchange(back.searchParams.get('code') ?? '', verifier));
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      store_id: world.syp,
      store_slug: 'yasmin',
      scope: 'orders:read orders:create',
    });
    const { body } = await apiOf(world, tokens).call<{ data: Installation }>('GET', '/installation');
    expect(body.data.install.id).toBe(tokens.install_id);
  });

  test('the consent page is in the language of the store, explains scopes in words, and cannot be framed', async () => {
    const { page } = await consentPage(pkce().challenge);
    expect(page).toContain('قراءة الطلبات');
    expect(page).toContain('dir="rtl"');
    expect(page).not.toContain('name="dpa"');
    const english = await world.raw(
      'GET',
      authorizePath(pkce().challenge, { store: world.usd, scope: 'clients:read' }),
    );
    expect(english.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const text = await english.text();
    expect(text).toContain('See names, phones and addresses of customers');
    expect(text).toContain('name="dpa"');
  });

  test('a merchant who denies is redirected with access_denied', async () => {
    const { request } = await consentPage(pkce().challenge);
    const back = callback(await decide({ request, decision: 'deny' }));
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe(state);
  });

  test('an unknown client or redirect URI gets an error page and no redirect', async () => {
    const unknown: [string, string][] = [
      ['client_id', 'nobody'],
      ['redirect_uri', 'https://evil.test/'],
      ['redirect_uri', `${redirectUri}/x`],
    ];
    for (const [name, value] of unknown) {
      const response = await world.raw('GET', authorizePath(pkce().challenge, { [name]: value }));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
  });

  test('a missing or plain PKCE challenge, an unknown scope and another response type are redirected with an error', async () => {
    const bad: [Record<string, string>, string][] = [
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'orders:read everything' }, 'invalid_scope'],
      [{ scope: '' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ];
    for (const [change, error] of bad) {
      const response = await world.raw('GET', authorizePath(pkce().challenge, change), {
        redirect: 'manual',
      });
      expect(callback(response).searchParams.get('error')).toBe(error);
    }
  });

  test('without a known store the page offers the stores to choose from, and escapes the parameters', async () => {
    const page = await (
      await world.raw('GET', authorizePath(pkce().challenge, { store: 'store_none' }))
    ).text();
    expect(page).toContain('متجر الياسمين');
    expect(page).toContain('Cedar &amp; Co.');
    expect(page).toContain('state with &lt;markup&gt; &amp; more');
  });

  test('a form of another site is refused, and a request can be answered only once', async () => {
    const { request } = await consentPage(pkce().challenge);
    expect((await decide({ request, decision: 'accept' }, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await decide({ request, decision: 'accept' })).status).toBe(303);
    expect((await decide({ request, decision: 'accept' })).status).toBe(400);
    expect((await decide({ request: 'made up', decision: 'accept' })).status).toBe(400);
  });

  test('a wrong verifier, another redirect URI and a code that is 60 s old answer invalid_grant', async () => {
    const { verifier, challenge } = pkce();
    const code = await accept(challenge);
    await expectError(await exchange(code, pkce().verifier), 'invalid_grant');
    await expectError(
      await token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'http://localhost:3000/',
        code_verifier: verifier,
      }),
      'invalid_grant',
    );
    await world.sandbox.advance(60_000);
    await expectError(await exchange(code, verifier), 'invalid_grant');
  });

  test('a code that is used twice revokes the tokens of its first use', async () => {
    const { verifier, challenge } = pkce();
    const code = await accept(challenge);
    const api = apiOf(world, await granted(await exchange(code, verifier)));
    await expectError(await exchange(code, verifier), 'invalid_grant');
    expect((await api.call('GET', '/store')).status).toBe(401);
    await expectError(await refresh(api.refreshToken), 'invalid_grant');
  });

  test('clients authenticate by Basic header or by form; a wrong secret answers invalid_client', async () => {
    const { refresh_token: refreshToken } = await signIn();
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    await expectError(await token(form, basic('wrong')), 'invalid_client', 401);
    await expectError(await token(form, null), 'invalid_client', 401);
    await granted(await token({ ...form, client_id: app.clientId, client_secret: app.clientSecret }, null));
    await expectError(await token({ grant_type: 'password' }), 'unsupported_grant_type');
    await expectError(await token({ grant_type: 'refresh_token' }), 'invalid_request');
  });

  test('the metadata names the issuer, the endpoints and the challenge methods that they accept', async () => {
    const metadata = await (await world.raw('GET', '/.well-known/oauth-authorization-server')).json();
    expect(metadata).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});

describe('authorizing again', () => {
  test('keeps the install, opens a new token family, and skips the consent page if no new scope is requested', async () => {
    const first = await signIn();
    const { verifier, challenge } = pkce();
    const response = await world.raw('GET', authorizePath(challenge, { scope: 'orders:read' }), {
      redirect: 'manual',
    });
    const second = await granted(await exchange(callback(response).searchParams.get('code') ?? '', verifier));
    expect(second.install_id).toBe(first.install_id);
    expect((await apiOf(world, first).call('GET', '/store')).status).toBe(200);
  });

  test('requires consent for a new scope, shows it apart from the granted scopes, and adds it to the same install', async () => {
    const first = await signIn();
    const { page } = await consentPage(pkce().challenge, { scope: 'orders:read products:read' });
    const [requested, alreadyGranted] = page.split('<details>');
    expect(requested).toContain('قراءة المنتجات');
    expect(requested).not.toContain('قراءة الطلبات');
    expect(alreadyGranted).toContain('قراءة الطلبات');
    const second = await signIn({ scope: 'orders:read products:read clients:read' });
    expect(second.install_id).toBe(first.install_id);
    expect(second.scope?.split(' ').sort()).toEqual([
      'clients:read',
      'orders:create',
      'orders:read',
      'products:read',
    ]);
  });

  test('AUT-6: clients:read without the agreement is granted but not effective, and consent is requested again', async () => {
    const { verifier, challenge } = pkce();
    const { request } = await consentPage(challenge, { scope: 'orders:read clients:read' });
    const code = callback(await decide({ request, decision: 'accept' })).searchParams.get('code') ?? '';
    expect((await granted(await exchange(code, verifier))).scope).toBe('orders:read');
    expect((await consentPage(pkce().challenge, { scope: 'clients:read' })).page).toContain('name="dpa"');
  });

  test('after an uninstall makes a new install', async () => {
    const first = await signIn();
    await world.control('DELETE', `/installs/${first.install_id}`);
    expect((await signIn()).install_id).not.toBe(first.install_id);
  });
});

describe('token rotation', () => {
  test('AUT-3: a refresh returns ids, the current slug and the scope, and both tokens are new', async () => {
    const first = await signIn({ store: world.usd });
    expect(first.store_slug).toBe('cedar-and-co');
    await world.control('PATCH', `/stores/${world.usd}`, { slug: 'renamed' });
    const second = await granted(await refresh(first.refresh_token));
    expect(second).toMatchObject({
      install_id: first.install_id,
      store_id: world.usd,
      store_slug: 'renamed',
      scope: first.scope,
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await apiOf(world, second).call('GET', '/store')).status).toBe(200);
  });

  test('AUT-4: a refresh token that is used again within 30 s of its rotation answers invalid_grant, and nothing is revoked', async () => {
    const first = await signIn();
    const second = await granted(await refresh(first.refresh_token));
    await world.sandbox.advance(30_000);
    await expectError(await refresh(first.refresh_token), 'invalid_grant');
    expect((await apiOf(world, second).call('GET', '/store')).status).toBe(200);
    await granted(await refresh(second.refresh_token));
  });

  test('A30: a refresh token that is used again later than 30 s revokes its whole family', async () => {
    const first = await signIn();
    const second = await granted(await refresh(first.refresh_token));
    await world.sandbox.advance(30_001);
    await expectError(await refresh(first.refresh_token), 'invalid_grant');
    expect((await apiOf(world, second).call('GET', '/store')).status).toBe(401);
    await expectError(await refresh(second.refresh_token), 'invalid_grant');
  });

  test('A30: a refresh token is valid for 90 days; AUT-9: but no longer than the access of its member', async () => {
    const { refresh_token: first, install_id: installId } = await signIn();
    await world.sandbox.advance(90 * 86_400_000 - 1);
    const second = await granted(await refresh(first));
    await world.control('PATCH', `/installs/${installId}`, { member_active: false });
    await expectError(await refresh(second.refresh_token), 'invalid_grant');
    const third = await signIn({ store: world.usd });
    await world.sandbox.advance(90 * 86_400_000);
    await expectError(await refresh(third.refresh_token), 'invalid_grant');
  });
});
