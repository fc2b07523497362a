import { z } from 'zod';
import {
  type InstallContext,
  type InstallRefusal,
  requireInstall,
} from '@/lib/installs/require-install.server';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import { noRightOf, type Right } from '@/lib/shared/roles/roles';
import { log } from '@/lib/system/log';
import { isOwnRead } from '@/lib/system/http/origin';
import { inSpan, isTracing, noteSpan } from '@/lib/system/tracing/tracing';

/**
 * Handler of a read request. It returns either an object, which is sent as JSON with status 200, or a complete
 * Response.
 */
export type Read<Params> = (
  context: InstallContext,
  request: Request,
  params: Params,
) => Promise<Response | object>;

const statusOf = { signed_out: 401, reconnect: 401, not_found: 404 } as const;

/**
 * Wraps the handler of a read for the browser: a GET, or a POST with a search text. It checks the access
 * (requireInstall) and then calls the handler. After a failure, the response has an error code. The HTTP status of the
 * response shows whether a retry can help. Every read under /api/i uses readRoute.
 *
 * `needed` is the right that the read needs (S35). `scope` is the permission of the app that the read needs; undefined
 * if it needs none.
 */
export function readRoute<Params extends { installId: string }>(
  needed: Right,
  read: Read<Params>,
  scope?: Scope,
) {
  return async (request: Request, route: { params: Promise<Params> }): Promise<Response> => {
    if (!isOwnRead(request.headers)) return answer(403, 'foreign_origin');
    const params = await route.params;
    if (!isTracing()) return readChecked(request, params);
    const facts = { 'http.request.method': 'GET', 'http.route': patternOf(request, params) };
    return inSpan('route', facts, async () => {
      const response = await readChecked(request, params);
      noteSpan({ 'http.response.status_code': response.status });
      return response;
    });
  };

  async function readChecked(request: Request, params: Params): Promise<Response> {
    try {
      const access = await requireInstall(params.installId, needed);
      if (!access.ok) return refusalResponse(access.refusal);
      if (scope && !access.context.scopes.has(scope)) return answer(403, 'missing_scope');
      const result = await read(access.context, request, params);
      return result instanceof Response ? result : Response.json(result);
    } catch (error) {
      if (error instanceof z.ZodError) return answer(400, 'invalid');
      if (error instanceof ReconnectRequired) return answer(401, 'reconnect');
      if (!(error instanceof PlatformError))
        log.error({ error, path: new URL(request.url).pathname }, 'read route failed; answering 503');
      return answer(503, 'unavailable');
    }
  }
}

/** Returns the name of a request for its trace span: the path, with each parameter replaced by the parameter's name. */
function patternOf(request: Request, params: { installId: string }): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, `{${name}}`]));
  return new URL(request.url).pathname
    .split('/')
    .map((part) => names.get(decodeURIComponent(part)) ?? part)
    .join('/');
}

function refusalResponse(refusal: InstallRefusal): Response {
  return refusal.code === 'no_right'
    ? Response.json(noRightOf(refusal), { status: 403 })
    : answer(statusOf[refusal.code], refusal.code);
}

/** Builds a JSON error response with a code. */
export function answer(status: number, code: string): Response {
  return Response.json({ code }, { status });
}
