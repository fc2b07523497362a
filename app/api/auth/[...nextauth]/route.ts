import { findOAuthEndpoints } from '@/lib/installs/find-oauth-endpoints.server';
import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { z } from 'zod';
import { authOptions, type CallbackResult } from '@/lib/installs/sign-in/auth-options.server';
import { consumeState, rememberState } from '@/lib/installs/sign-in/oauth-state.server';
import { setSessionCookie } from '@/lib/installs/sign-in/session-cookie.server';
import { issuerParameter } from 'commerce-platform-client/assumptions';
import { adminAppUrl, storeParameterOf } from 'commerce-platform-client/deployment';
import type { OAuthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';
import { StoreId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';
import { busyResponse } from '@/lib/system/http/busy-response';
import { requestAddress } from '@/lib/system/http/client-address';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

type Context = { params: Promise<{ nextauth: string[] }> };

/**
 * Rate limit of sign-in starts per client address: a burst of 60, then 60 a minute (S13). The limit exists because each
 * start stores an OAuth `state` in the database. The limit is not lower, because many shops may share the address of a
 * mobile network.
 */
const starts = createTokenBuckets({ capacity: 60, refillPerSecond: 60 / 60, keysMax: 10_000 });

const CallbackQuery = z.object({
  state: z.string().min(16).max(512),
  code: z.string().min(1).max(2048).optional(),
  error: z.string().max(200).optional(),
  [issuerParameter]: z.string().optional(),
});

/**
 * Handles the two GET requests of the OAuth flow. The first returns the CSRF token, which is needed to start the flow.
 * The second is the callback, to which the platform sends the browser at the end of the flow.
 */
export async function GET(request: Request, context: Context): Promise<Response> {
  const action = (await context.params).nextauth.join('/');
  const endpoints = await findOAuthEndpoints();
  if (action === 'csrf') return endpoints ? handle(request, context, {}, endpoints) : unavailable();
  if (action !== 'callback/platform') return notFound();
  if (!endpoints) return stopped('callback');

  // A query that contains the same parameter twice is refused. The reason is that the checks below could read one of
  // the two values, and next-auth the other value.
  const given = new URL(request.url).searchParams;
  if (new Set(given.keys()).size !== given.size) return stopped('callback');
  const query = CallbackQuery.safeParse(Object.fromEntries(given));
  if (!query.success) return stopped('callback');
  // The `iss` parameter is optional, so it is checked only if it is present (A34, RFC 9207).
  if (query.data.iss !== undefined && query.data.iss !== env().PLATFORM_ISSUER) return stopped('callback');
  if (!(await consumeState(query.data.state))) return stopped('state');
  if (query.data.error !== undefined || query.data.code === undefined) return stopped('denied');

  const result: CallbackResult = {};
  const response = await handle(request, context, result, endpoints);
  if (!result.grant) return stopped(result.isStoreBusy ? 'busy' : 'callback');
  const { installId, storeId } = result.grant;
  await setSessionCookie(installId, null);
  const target = new URL(response.headers.get('location') ?? '/', env().APP_URL);
  if (target.pathname === '/launch/window') target.searchParams.set('install_id', installId);
  response.headers.set(
    'location',
    target.pathname === '/launch/window' ? target.href : adminAppUrl(env(), storeId, installId),
  );
  return response;
}

/**
 * Starts the OAuth flow: next-auth returns the platform's authorization URL, and the OAuth `state` in that URL is
 * stored.
 */
export async function POST(request: Request, context: Context): Promise<Response> {
  const action = (await context.params).nextauth.join('/');
  if (action !== 'signin/platform') return notFound();
  if (!isOwnOrigin(request.headers)) return Response.json({ code: 'foreign_origin' }, { status: 403 });
  const waitSeconds = starts.take(requestAddress(request.headers, env().TRUSTED_PROXIES));
  if (waitSeconds > 0) return busyResponse(waitSeconds);
  const start = await signInRequest(request);
  if (!start) return Response.json({ code: 'not_started' }, { status: 400 });
  const endpoints = await findOAuthEndpoints();
  if (!endpoints) return unavailable();
  const response = await handle(start, context, {}, endpoints);
  const answer = z.object({ url: z.url() }).safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  const state = answer.success ? new URL(answer.data.url).searchParams.get('state') : null;
  if (!state) return Response.json({ code: 'not_started' }, { status: 400 });
  await rememberState(state);
  return response;
}

/**
 * Refuses HEAD. Without this handler Next would run GET for a HEAD request, and a link scanner would use up the OAuth
 * `state`.
 */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

/** Form fields that our sign-in page posts. */
const SignInForm = z.object({
  csrfToken: z.string().max(512),
  callbackUrl: z.string().max(2048),
  json: z.literal('true'),
});

/**
 * Builds the request that is passed to next-auth. The request has only the store hint and the fields of our own sign-in
 * page. If all fields were passed on, next-auth would send every other parameter to the platform. An attacker's
 * `redirect_uri`, `client_id` or `scope` would then replace ours. Returns null if our sign-in page did not post this
 * form.
 */
async function signInRequest(request: Request): Promise<Request | null> {
  const given = new URL(request.url);
  const form = await request.formData().catch(() => null);
  const fields = SignInForm.safeParse(form && Object.fromEntries(form));
  if (!fields.success) return null;
  const store = StoreId.safeParse(given.searchParams.get('store'));
  const name = storeParameterOf(env());
  given.search = store.success ? new URLSearchParams({ [name]: store.data }).toString() : '';
  const headers = new Headers(request.headers);
  headers.set('content-type', 'application/x-www-form-urlencoded');
  headers.delete('content-length');
  return new NextRequest(given, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields.data).toString(),
  });
}

async function handle(
  request: Request,
  context: Context,
  result: CallbackResult,
  endpoints: OAuthEndpoints,
): Promise<Response> {
  const options = authOptions(result, endpoints);
  const answer: unknown = await NextAuth(request as never, context as never, options);
  if (!(answer instanceof Response)) throw new Error('next-auth returned no response');
  return answer;
}

function unavailable(): Response {
  return Response.json({ code: 'platform_unavailable' }, { status: 503, headers: { 'retry-after': '15' } });
}

function notFound(): Response {
  return Response.json({ code: 'not_found' }, { status: 404 });
}

/**
 * Redirects to the page that explains why an OAuth callback cannot be accepted. The URL of that page contains only the
 * reason and nothing from the request.
 */
function stopped(why: 'callback' | 'busy' | 'state' | 'denied'): Response {
  return new Response(null, { status: 303, headers: { location: `/stopped?why=${why}` } });
}
