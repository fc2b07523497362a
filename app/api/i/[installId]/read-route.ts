import { z } from 'zod';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import type { Scope } from '@/lib/platform/contract/scopes';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';
import { isOwnRead } from '@/lib/system/http/origin';

/** What the handler of a read returns: an object that is sent as JSON with status 200, or a complete Response. */
export type Read<Params> = (
  context: InstallContext,
  request: Request,
  params: Params,
) => Promise<Response | object>;

const statusOf = { signed_out: 401, reconnect: 401, not_found: 404 } as const;

/**
 * Wraps a GET handler that the browser calls. It checks access (requireInstall) and then runs the handler. An error
 * response has a code, and its HTTP status shows whether a retry can help. Every GET under /api/i uses readRoute.
 * `scope` is the permission that the read requires, if there is one.
 */
export function readRoute<Params extends { installId: string }>(read: Read<Params>, scope?: Scope) {
  return async (request: Request, route: { params: Promise<Params> }): Promise<Response> => {
    if (!isOwnRead(request.headers)) return answer(403, 'foreign_origin');
    const params = await route.params;
    try {
      const access = await requireInstall(params.installId);
      if (!access.ok) return answer(statusOf[access.refusal.code], access.refusal.code);
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
  };
}

/** Builds a JSON error response with a code. */
export function answer(status: number, code: string): Response {
  return Response.json({ code }, { status });
}
