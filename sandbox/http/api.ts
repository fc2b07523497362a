import { type Context as HonoContext, Hono, type MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { codesNotRemembered, fieldProblems, idempotencyScope } from 'commerce-platform-client/assumptions';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { fingerprintOf, recall, remember } from '@/sandbox/domain/idempotency';
import { isRefusal, type Refusal, refuse, refuseFields, refuseForNow } from '@/sandbox/domain/refusal';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import { installOfToken } from '@/sandbox/domain/tokens';
import type { InstallRecord } from '@/sandbox/world/records';
import { answerRefusal, envelopeOf, limitBody, parseJson } from './answers';
import { type ApiCall, apiHandlers } from './api-handlers';
import { bearerOf } from './bearer';
import { textProblems } from './plain-text';
import type { Runtime, SandboxEnv } from './runtime';
import { varyAnswer } from './vary-answer';

type Call = HonoContext<SandboxEnv>;

type Endpoint = {
  method: string;
  path: string;
  scope: Scope | null;
  idempotent: boolean;
  keyOptional?: boolean;
  status: number;
  query?: z.ZodType;
  body?: z.ZodType;
  errors: Readonly<Record<number, readonly string[]>>;
};

/**
 * Returns the routes of the platform API under /v1, one for each entry of the contract's endpoint table (platform:
 * Endpoints).
 */
export function api(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const keysInProgress = new Set<string>();
  app.use(audited(runtime), authenticated(runtime), limitBody);
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name];
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method, path, (c) =>
      endpoint.idempotent || (endpoint.keyOptional && c.req.header('idempotency-key') !== undefined)
        ? serveOnce(runtime, c, name, keysInProgress)
        : serve(runtime, c, name),
    );
  }
  app.all('*', (c) => answerRefusal(c, refuse('not_found', 'no such endpoint')));
  app.onError((error, c) => {
    process.stderr.write(`${c.get('requestId')} ${error.stack}\n`);
    return answerRefusal(c, refuse('internal_error', 'internal error'));
  });
  return app;
}

function audited(runtime: Runtime): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    runtime.audit.add({
      at: runtime.world.now(),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      request_id: c.get('requestId'),
      install_id: c.get('install')?.id ?? null,
      idempotency_key: c.req.header('idempotency-key') ?? null,
      ...(c.env.fault && { fault: c.env.fault }),
    });
  };
}

/**
 * Checks the access token, then charges the request to the budgets of the install. A request with an invalid token is
 * charged to the client address (AUT-1, AUT-7, LIM-1).
 */
function authenticated(runtime: Runtime): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const { world, budgets } = runtime;
    const token = bearerOf(c.req.header('authorization'));
    const install = token === undefined ? undefined : installOfToken(world, token);
    if (!install) {
      const wait = budgets.takeInvalidToken(c.env.address ?? 'in-process', world.nowMs());
      if (wait !== null) return answerRefusal(c, refuseForNow(wait));
      return answerRefusal(c, refuse('unauthorized', 'token missing, invalid, expired or revoked'));
    }
    c.set('install', install);
    const wait = budgets.takeRequest(install.id, !['GET', 'HEAD'].includes(c.req.method), world.nowMs());
    return wait === null ? next() : answerRefusal(c, refuseForNow(wait));
  };
}

async function serve(runtime: Runtime, c: Call, name: EndpointName): Promise<Response> {
  const refusal = scopeRefusal(c, name);
  if (refusal) return answerRefusal(c, refusal);
  const text = await bodyOf(c);
  await runtime.sleep(c.env.delayMs ?? 0);
  return answer(runtime, c, name, run(runtime, c, name, text, null));
}

/**
 * Handles requests to the endpoints that need an idempotency key, and all other requests that have a key. The platform
 * document marks the endpoints that need a key with W (platform: Idempotency rules). Only the first request with a key
 * takes effect. Its response is stored together with its writes.
 */
async function serveOnce(
  runtime: Runtime,
  c: Call,
  name: EndpointName,
  keysInProgress: Set<string>,
): Promise<Response> {
  const refusal = scopeRefusal(c, name);
  if (refusal) return answerRefusal(c, refusal);
  const key = c.req.header('idempotency-key') ?? '';
  if (key.length < 1 || key.length > 200)
    return answerRefusal(c, refuse('invalid_request', 'Idempotency-Key of 1 to 200 characters is required'));
  const text = await bodyOf(c);
  const install = installOf(c);
  const fingerprint = fingerprintOf(c.req.method, c.req.path, text ?? '');
  const recalled = recall(runtime.world, install.id, key, fingerprint);
  if (recalled.kind === 'other')
    return answerRefusal(c, refuse('conflict', 'the key was already used for a different request'));
  if (recalled.kind === 'same') return replayed(runtime, c, name, recalled.status, recalled.body);

  const inProgress = idempotencyScope(install.id, key);
  if (keysInProgress.has(inProgress))
    return answerRefusal(c, refuse('conflict', 'a request with this key is still in progress'));
  keysInProgress.add(inProgress);
  try {
    await runtime.sleep(c.env.delayMs ?? 0);
    // The code between this line and the call of remember() must not use `await`. With an `await`, another request
    // could read the write before its response is stored. The journal could also contain only the write or only the
    // response.
    const outcome = run(runtime, c, name, text, key);
    const refused = outcome !== undefined && isRefusal(outcome);
    // Some refusals have a reason that may end later (A20, A31). For example, the app may get more scopes, or the
    // minute of the request budget may end. Such a refusal is not stored under the idempotency key, so a later request
    // with the key can succeed.
    if (!refused || !codesNotRemembered.includes(outcome.refused))
      remember(runtime.world, install.id, key, {
        fingerprint,
        status: refused ? outcome.status : endpoints[name].status,
        body: refused ? envelopeOf(outcome, c.get('requestId')) : outcome,
      });
    return answer(runtime, c, name, outcome);
  } finally {
    keysInProgress.delete(inProgress);
  }
}

function installOf(c: Call): InstallRecord {
  const install = c.get('install');
  if (!install) throw new Error('an endpoint was reached without a token');
  return install;
}

function scopeRefusal(c: Call, name: EndpointName): Refusal | null {
  const { scope } = endpoints[name] as Endpoint;
  const isGranted = scope === null || effectiveScopes(installOf(c)).includes(scope);
  return isGranted ? null : refuse('forbidden', `scope ${scope} is required`);
}

/** Reads the request body as text; null if it is not valid UTF-8. */
async function bodyOf(c: Call): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer());
  } catch {
    return null;
  }
}

/** Validates a request against the contract of its endpoint, then calls the handler. */
function run<Name extends EndpointName>(
  runtime: Runtime,
  c: Call,
  name: Name,
  text: string | null,
  idempotencyKey: string | null,
): object | undefined {
  const endpoint: Endpoint = endpoints[name];
  const query = endpoint.query?.safeParse(parametersOf(c.req.url));
  if (query?.success === false) return refuseFields(400, fieldProblems(query.error));
  const strange = textProblems(query?.data);
  if (strange.length > 0) return refuseFields(400, strange);
  const json = text === null ? { problem: 'not UTF-8' } : parseJson(endpoint.body ? text : '');
  if ('problem' in json) return refuse('invalid_request', json.problem);
  if (endpoint.body && json.value === undefined) return refuse('invalid_request', 'there is no body');
  const body = endpoint.body?.safeParse(json.value);
  // For a well-formed body that does not match the contract, some endpoints document 422. All others use 400.
  const bodyStatus = endpoint.errors[422]?.includes('invalid_request') ? 422 : 400;
  const problems = [
    ...textProblems(json.value),
    ...(body?.success === false ? fieldProblems(body.error) : []),
  ];
  if (problems.length > 0) return refuseFields(bodyStatus, problems);

  const { world } = runtime;
  const install = installOf(c);
  const app = world.apps.need(install.app_id);
  // The type cast is safe, because query and body were parsed with the schemas of the endpoint. TypeScript cannot
  // connect the schemas with the endpoint's name.
  const parsed = { query: query?.data, body: body?.data } as Pick<ApiCall<Name>, 'query' | 'body'>;
  return apiHandlers[name]({
    runtime,
    context: {
      world,
      actor: { kind: 'app', app_id: app.id, install_id: install.id, name: app.name },
      idempotencyKey,
    },
    install,
    app,
    store: world.stores.need(install.store_id),
    id: c.req.param('id') ?? '',
    fulfillmentId: c.req.param('fulfillmentId') ?? '',
    ...parsed,
  });
}

/**
 * Returns the query parameters of a URL. If `limit` does not consist of decimal digits only, it becomes NaN, because
 * the function Number would also accept texts such as 1e1 or 0x10.
 */
function parametersOf(url: string): Record<string, string> {
  const parameters = Object.fromEntries(new URL(url).searchParams);
  const { limit } = parameters;
  return limit === undefined || /^\d+$/.test(limit) ? parameters : { ...parameters, limit: 'NaN' };
}

function answer(runtime: Runtime, c: Call, name: EndpointName, outcome: object | undefined): Response {
  if (outcome === undefined) return new Response(null, { status: endpoints[name].status });
  if (!isRefusal(outcome))
    return Response.json(varyAnswer(runtime.variation, name, outcome), { status: endpoints[name].status });
  const wait = outcome.retryAfterSeconds;
  const body = varyAnswer(runtime.variation, name, envelopeOf(outcome, c.get('requestId')));
  return Response.json(body, {
    status: outcome.status,
    ...(wait !== undefined && { headers: { 'retry-after': String(wait) } }),
  });
}

/**
 * Sends a stored response again, with its stored status. If the response is a refusal, its request_id is replaced by
 * that of the current request (ERR-1).
 */
function replayed(
  runtime: Runtime,
  c: Call,
  name: EndpointName,
  status: number,
  recorded: unknown,
): Response {
  const headers = { 'idempotency-replayed': 'true' };
  if (recorded === undefined) return new Response(null, { status, headers });
  const error =
    typeof recorded === 'object' && recorded !== null && 'error' in recorded ? recorded.error : null;
  const body = error ? { error: { ...error, request_id: c.get('requestId') } } : recorded;
  return Response.json(varyAnswer(runtime.variation, name, body), { status, headers });
}
