import * as oauth from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';
import { submitForm } from '@/tests/integration/sandbox/pages/submit-form';

const appUrl = 'http://127.0.0.1:1';
const redirectUri = `${appUrl}/api/auth/callback/platform`;

let sandbox: SandboxProcess;
let stores: { id: string; slug: string; name: string }[];

beforeAll(async () => {
  sandbox = await startSandbox(appUrl, { SANDBOX_ORDERS: '0', SANDBOX_CLOCK: 'virtual' });
});
// Whoever has consented once is not asked again.
beforeEach(async () => {
  await sandbox.control('POST', '/reset', {});
  stores = (await sandbox.control<{ stores: typeof stores }>('GET', '')).stores;
});
afterAll(() => sandbox.stop());

/** What openid-client makes of the metadata; http, because the sandbox is on this machine. */
function discover(authentication = oauth.ClientSecretBasic(sandbox.clientSecret)) {
  return oauth.discovery(new URL(sandbox.origin), sandbox.clientId, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
}

/** Sends a merchant to the platform, who chooses the first store and decides. */
async function authorize(config: oauth.Configuration, decision: 'accept' | 'deny' = 'accept') {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const authorizationUrl = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'orders:read orders:create',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const consent = await submitForm(await fetch(authorizationUrl), { store: stores[0]?.id ?? '' });
  const answer = await submitForm(consent, { decision });
  const callback = new URL(answer.headers.get('location') ?? '');
  return { callback, checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

async function signIn(config: oauth.Configuration) {
  const { callback, checks } = await authorize(config);
  return oauth.authorizationCodeGrant(config, callback, checks);
}

function readStore(config: oauth.Configuration, accessToken: string) {
  return oauth.fetchProtectedResource(config, accessToken, new URL(`${sandbox.origin}/v1/store`), 'GET');
}

const invalidGrant = { name: 'ResponseBodyError', status: 400, error: 'invalid_grant' };

describe('A1: openid-client, knowing the issuer alone', () => {
  test('discovers the platform, which takes PKCE', async () => {
    const metadata = (await discover()).serverMetadata();
    expect(metadata.issuer).toBe(sandbox.origin);
    expect(metadata.supportsPKCE()).toBe(true);
  });

  test.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ])('signs in by %s, which the metadata names', async (method, authentication) => {
    const config = await discover(authentication(sandbox.clientSecret));
    const metadata = config.serverMetadata();
    expect(metadata.token_endpoint_auth_methods_supported).toContain(method);
    expect(metadata.revocation_endpoint_auth_methods_supported).toContain(method);
    const tokens = await signIn(config);
    await oauth.tokenRevocation(config, tokens.access_token);
    expect((await readStore(config, tokens.access_token)).status).toBe(401);
  });

  test('AUT-1 AUT-3: gets tokens bound to the store that the merchant chose, and reads with them', async () => {
    const config = await discover();
    const tokens = await signIn(config);
    expect(tokens).toMatchObject({
      install_id: expect.any(String),
      store_id: stores[0]?.id,
      store_slug: stores[0]?.slug,
      scope: 'orders:read orders:create',
      expires_in: 3600,
    });
    const { data } = await (await readStore(config, tokens.access_token)).json();
    expect(data.id).toBe(tokens.store_id);
  });

  test('AUT-3 AUT-4: rotates; the old token again at once is invalid_grant, and the new one lives on', async () => {
    const config = await discover();
    const first = await signIn(config);
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second).toMatchObject({
      install_id: first.install_id,
      store_id: first.store_id,
      scope: first.scope,
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);

    await expect(oauth.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    );
    expect((await readStore(config, second.access_token)).status).toBe(200);
    await oauth.refreshTokenGrant(config, second.refresh_token ?? '');
  });

  test('A30: the old token again after 30 s takes the whole family with it', async () => {
    const config = await discover();
    const first = await signIn(config);
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
    await sandbox.control('POST', '/clock', { advance_s: 31 });
    await expect(oauth.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    );
    expect((await readStore(config, second.access_token)).status).toBe(401);
    await expect(oauth.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    );
  });

  test('AUT-1: after a revocation the API answers 401 and the refresh token is dead', async () => {
    const config = await discover();
    const tokens = await signIn(config);
    await oauth.tokenRevocation(config, tokens.refresh_token ?? '');
    expect((await readStore(config, tokens.access_token)).status).toBe(401);
    await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    );
  });
});

describe('openid-client is told no, in words that it understands', () => {
  test('a merchant who denies is access_denied', async () => {
    const config = await discover();
    const { callback, checks } = await authorize(config, 'deny');
    await expect(oauth.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      name: 'AuthorizationResponseError',
      error: 'access_denied',
    });
  });

  test('A34: a callback of another state, of another issuer or of none is refused, and its code is not spent', async () => {
    const config = await discover();
    const { callback, checks } = await authorize(config);
    const forge: ((query: URLSearchParams) => void)[] = [
      (query) => query.set('state', oauth.randomState()),
      (query) => query.set('iss', 'https://evil.test'),
      (query) => query.delete('iss'),
    ];
    for (const change of forge) {
      const forged = new URL(callback);
      change(forged.searchParams);
      await expect(oauth.authorizationCodeGrant(config, forged, checks)).rejects.toMatchObject({
        code: 'OAUTH_INVALID_RESPONSE',
      });
    }
    await oauth.authorizationCodeGrant(config, callback, checks);
  });

  test('another verifier, and a code used twice, are invalid_grant', async () => {
    const config = await discover();
    const { callback, checks } = await authorize(config);
    const wrong = { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
    await expect(oauth.authorizationCodeGrant(config, callback, wrong)).rejects.toMatchObject(invalidGrant);
    await oauth.authorizationCodeGrant(config, callback, checks);
    await expect(oauth.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject(invalidGrant);
  });

  test('a wrong secret is challenged, with a realm', async () => {
    const config = await discover(oauth.ClientSecretBasic('wrong'));
    await expect(oauth.refreshTokenGrant(config, 'any')).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      cause: [{ scheme: 'basic', parameters: { realm: expect.any(String) } }],
    });
  });
});
