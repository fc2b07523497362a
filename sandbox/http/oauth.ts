import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context as HonoContext, Hono } from 'hono';
import type { z } from 'zod';
import { accessTokenSeconds, issuerParameter } from 'commerce-platform-client/assumptions';
import type { TokenResponse } from 'commerce-platform-client/contract/oauth';
import { scopes as knownScopes, type Scope } from 'commerce-platform-client/contract/scopes';
import { chooseStorePage, consentPage, refusedPage } from '@/sandbox/admin/consent-pages';
import { pageHeaders, samePage } from '@/sandbox/admin/page-headers';
import {
  closeAuthorization,
  compareGrant,
  issueCode,
  openAuthorization,
  redeemCode,
} from '@/sandbox/domain/authorizations';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import { revoke, rotate, type TokenPair } from '@/sandbox/domain/tokens';
import type { AppRecord, InstallRecord } from '@/sandbox/world/records';
import { limitBody } from './answers';
import type { Runtime, SandboxEnv } from './runtime';

type Call = HonoContext<SandboxEnv>;

/**
 * Returns the endpoints of the OAuth authorization server: authorization code with PKCE, and token rotation (A1, A34;
 * RFC 6749, 7636, 9207).
 */
export function oauth(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const { layout } = runtime;
  app.use(
    layout.authorize,
    pageHeaders(() => runtime.world.apps.values().map((row) => row.origin)),
  );
  app.get(layout.authorize, (c) => startAuthorization(runtime, c));
  app.post(layout.authorize, limitBody, samePage(runtime.origin), (c) => finishAuthorization(runtime, c));
  app.post(layout.token, limitBody, (c) => grantTokens(runtime, c));
  app.post(layout.revoke, limitBody, (c) => revokeToken(runtime, c));
  return app;
}

function startAuthorization(runtime: Runtime, c: Call): Response | Promise<Response> {
  const { world } = runtime;
  const query = c.req.query();
  const app = world.apps.values().find((row) => row.client_id === query.client_id);
  const redirectUri = query.redirect_uri ?? '';
  // The server shows errors as a page of its own until it has validated client_id and redirect_uri. It must not
  // redirect the browser to a URL that is not validated (RFC 6749, 4.1.2.1).
  if (!app || !app.redirect_uris.includes(redirectUri)) return c.html(refusedPage(), 400);

  const state = query.state ?? null;
  const sendBack = (error: string) => c.redirect(callbackUrl(runtime, redirectUri, { error, state }));
  if (query.response_type !== 'code') return sendBack('unsupported_response_type');
  if (query.code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(query.code_challenge ?? ''))
    return sendBack('invalid_request');
  const scopes = parseScopes(query.scope);
  if (!scopes) return sendBack('invalid_scope');

  const store = world.stores.get(query[runtime.layout.storeParameter] ?? '');
  if (!store) return c.html(chooseStorePage(app, world.stores.values(), query, runtime.layout));
  const request = openAuthorization(world, {
    app_id: app.id,
    store_id: store.id,
    redirect_uri: redirectUri,
    scopes,
    state,
    code_challenge: query.code_challenge ?? '',
  });
  const grant = compareGrant(world, request);
  // The merchant sees the consent page in two cases. Either the app requests a new scope, or the member who granted the
  // scopes has lost access to the store. In all other cases, the code is issued immediately.
  if (!grant?.memberActive || grant.requested.length > 0)
    return c.html(consentPage(app, store, request, grant, runtime.layout));
  closeAuthorization(world, request.id);
  const code = issueCode(world, request, true);
  return c.redirect(callbackUrl(runtime, redirectUri, { code, state }));
}

async function finishAuthorization(runtime: Runtime, c: Call): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const request = closeAuthorization(runtime.world, form.get('request') ?? '');
  if (!request) return c.html(refusedPage(), 400);
  const { redirect_uri: redirectUri, state } = request;
  const answer: Record<string, string | null> =
    form.get('decision') === 'accept'
      ? { code: issueCode(runtime.world, request, form.get('dpa') === 'accepted'), state }
      : { error: 'access_denied', state };
  return c.redirect(callbackUrl(runtime, redirectUri, answer), 303);
}

function callbackUrl(runtime: Runtime, redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, [issuerParameter]: runtime.issuer }))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

async function grantTokens(runtime: Runtime, c: Call): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const app = authenticatedClient(runtime, c, form);
  if (!app) return clientRefused();
  await runtime.sleep(c.env.delayMs ?? 0);
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') {
    const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) =>
      form.get(name),
    );
    if (!code || !redirectUri || !verifier) return tokenError('invalid_request');
    return tokensOrRefusal(runtime, redeemCode(runtime.world, app, { code, redirectUri, verifier }));
  }
  if (grantType === 'refresh_token') {
    const refreshToken = form.get('refresh_token');
    if (!refreshToken) return tokenError('invalid_request');
    return tokensOrRefusal(runtime, rotate(runtime.world, refreshToken, app.id));
  }
  return tokenError(grantType ? 'unsupported_grant_type' : 'invalid_request');
}

/**
 * Handles the revocation of a token (RFC 7009). A refresh token revokes its whole family; an access token revokes only
 * itself. The response to an unknown token is the same as to a valid one (RFC 7009, 2.2). A token of another client is
 * refused (RFC 7009, 2.1).
 */
async function revokeToken(runtime: Runtime, c: Call): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const app = authenticatedClient(runtime, c, form);
  if (!app) return clientRefused();
  const token = form.get('token');
  if (!token) return tokenError('invalid_request');
  return revoke(runtime.world, token, app.id) ? c.body(null, 200) : tokenError('invalid_grant');
}

/**
 * Authenticates the OAuth client by its id and secret. The id and the secret are in the Authorization header
 * (client_secret_basic) or in the form (RFC 6749, 2.3.1).
 */
function authenticatedClient(runtime: Runtime, c: Call, form: URLSearchParams): AppRecord | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const [id, secret] = encoded
    ? Buffer.from(encoded, 'base64').toString('utf8').split(':').map(formDecoded)
    : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const app = runtime.world.apps.values().find((row) => row.client_id === id);
  return app && sameSecret(app.client_secret, secret ?? '') ? app : undefined;
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
}

function sameSecret(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

function tokensOrRefusal(
  runtime: Runtime,
  granted: (TokenPair & { install: InstallRecord }) | null,
): Response {
  return granted ? Response.json(tokenAnswer(runtime, granted)) : tokenError('invalid_grant');
}

/** Builds the token response for both grant types (platform: Authentication, rule 5). */
export function tokenAnswer(
  runtime: Runtime,
  granted: TokenPair & { install: InstallRecord },
): z.input<typeof TokenResponse> {
  const { install, accessToken, refreshToken } = granted;
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: effectiveScopes(install).join(' '),
    install_id: install.id,
    store_id: install.store_id,
    store_slug: runtime.world.stores.need(install.store_id).slug,
  };
}

/**
 * Builds the response 401 invalid_client for a client that could not be authenticated (RFC 6749, 5.2). The header
 * WWW-Authenticate names the realm (RFC 7617, 2).
 */
function clientRefused(): Response {
  const headers = { 'www-authenticate': 'Basic realm="oauth"' };
  return Response.json({ error: 'invalid_client' }, { status: 401, headers });
}

function tokenError(error: string): Response {
  return Response.json({ error }, { status: 400 });
}

function parseScopes(text: string | undefined): Scope[] | null {
  const requested = [...new Set((text ?? '').split(' ').filter(Boolean))];
  const scopes = knownScopes.filter((scope) => requested.includes(scope));
  return scopes.length > 0 && scopes.length === requested.length ? scopes : null;
}
