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
// Each test resets the sandbox first, because the sandbox asks a merchant for consent only once.
beforeEach(async () => {
  await sandbox.control('POST', '/reset', {});
  stores = (await sandbox.control<{ stores: typeof stores }>('GET', '')).stores;
});
afterAll(() => sandbox.stop());

/** Reads the sandbox's OAuth metadata with openid-client. HTTP is allowed, because the sandbox runs on this machine. */
function discover(authentication = oauth.ClientSecretBasic(sandbox.clientSecret)) {
  return oauth.discovery(new URL(sandbox.origin), sandbox.clientId, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
}

/** Opens the platform's consent page as a merchant, chooses the first store and submits the decision. */
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

describe('A1: openid-client, configured with only the issuer', () => {
  test('discovers the platform and its support for PKCE', async () => {
    const metadata = (await discover()).serverMetadata();
    expect(metadata.issuer).toBe(sandbox.origin);
    expect(metadata.supportsPKCE()).toBe(true);
  });

  test.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ])('authenticates with %s, which the metadata lists', async (method, authentication) => {
    const config = await discover(authentication(sandbox.clientSecret));
    const metadata = config.serverMetadata();
    expect(metadata.token_endpoint_auth_methods_supported).toContain(method);
    expect(metadata.revocation_endpoint_auth_methods_supported).toContain(method);
    const tokens = await signIn(config);
    await oauth.tokenRevocation(config, tokens.access_token);
    expect((await readStore(config, tokens.access_token)).status).toBe(401);
  });

  test('AUT-1 AUT-3: gets tokens bound to the store that the merchant chose, and can read with them', async () => {
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

  test('AUT-3 AUT-4: rotates the refresh token; the old token presented immediately answers invalid_grant, and the new tokens still work', async () => {
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

  test('A30: presenting the old refresh token after 30 s revokes its whole token family', async () => {
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

  test('AUT-1: after a revocation the API answers 401 and the refresh token is invalid', async () => {
    const config = await discover();
    const tokens = await signIn(config);
    await oauth.tokenRevocation(config, tokens.refresh_token ?? '');
    expect((await readStore(config, tokens.access_token)).status).toBe(401);
    await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject(
      invalidGrant,
    );
  });
});

describe('openid-client recognizes each refusal of the platform', () => {
  test('a merchant who denies consent causes access_denied', async () => {
    const config = await discover();
    const { callback, checks } = await authorize(config, 'deny');
    await expect(oauth.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      name: 'AuthorizationResponseError',
      error: 'access_denied',
    });
  });

  test('A34: a callback with a wrong state, a wrong issuer or no issuer is refused, and its code stays usable', async () => {
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

  test('a wrong PKCE verifier and a code used twice answer invalid_grant', async () => {
    const config = await discover();
    const { callback, checks } = await authorize(config);
    const wrong = { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
    await expect(oauth.authorizationCodeGrant(config, callback, wrong)).rejects.toMatchObject(invalidGrant);
    await oauth.authorizationCodeGrant(config, callback, checks);
    await expect(oauth.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject(invalidGrant);
  });

  test('a wrong client secret is answered with a WWW-Authenticate challenge that has a realm', async () => {
    const config = await discover(oauth.ClientSecretBasic('wrong'));
    await expect(oauth.refreshTokenGrant(config, 'any')).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      cause: [{ scheme: 'basic', parameters: { realm: expect.any(String) } }],
    });
  });
});
