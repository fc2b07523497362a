import type { MiddlewareHandler } from 'hono';
import type { AuditRow } from '@/sandbox/http/audit-trail';
import { installOfToken } from '@/sandbox/domain/tokens';
import { bearerOf } from '@/sandbox/http/bearer';
import type { FaultEffect } from '@/sandbox/world/records';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import type { World } from '@/sandbox/world/world';

/**
 * A call of the API or the OAuth server with its bodies, in which tokens and secrets are hidden. The request body is
 * null if it was never read.
 */
export type LoggedCall = AuditRow & { number: number; body: string | null; answer: Promise<string> };

const callsMax = 500;

/**
 * The latest calls of the API and the OAuth server. They are in memory only and are deleted when the sandbox is reset.
 */
export class CallLog {
  private calls: LoggedCall[] = [];
  private world: World | null = null;
  private lastNumber = 0;

  /** Returns the calls since the last reset of the sandbox, newest first. */
  of(world: World): LoggedCall[] {
    return this.world === world ? [...this.calls].reverse() : [];
  }

  find(world: World, number: number): LoggedCall | undefined {
    return this.of(world).find((call) => call.number === number);
  }

  add(world: World, call: Omit<LoggedCall, 'number'>): void {
    if (this.world !== world) this.calls = [];
    this.world = world;
    this.calls.push({ ...call, number: ++this.lastNumber });
    if (this.calls.length > callsMax) this.calls.shift();
  }
}

/**
 * Returns a middleware that logs each call. The request body is logged only if the handler has read it. A body over the
 * size limit is refused before a handler reads it, so the log never contains such a body.
 */
export function logged(log: CallLog, world: () => World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    const { pathname, search } = new URL(c.req.url);
    const wasRead = Object.keys(c.req.bodyCache).length > 0;
    log.add(world(), {
      at: world().now(),
      method: c.req.method,
      path: pathname + search,
      status: c.res.status,
      request_id: c.get('requestId'),
      install_id: c.get('install')?.id ?? null,
      idempotency_key: c.req.header('idempotency-key') ?? null,
      ...(c.env.fault && { fault: c.env.fault }),
      body: wasRead ? hideSecrets(await c.req.text()) : null,
      answer: c.res
        .clone()
        .text()
        .then(hideSecrets, () => ''),
    });
  };
}

/**
 * Logs a call that a simulated fault stopped before any code of the platform handled it. A call of the API is added to
 * the audit trail as well; a call of the OAuth server is not.
 */
export function logTurnedBack(
  log: CallLog,
  { world, audit, layout }: Runtime,
  request: Request,
  fault: FaultEffect,
  answer: Response | null,
): void {
  const { pathname, search } = new URL(request.url);
  const ofApi = pathname.startsWith(`${layout.api}/`);
  const token = ofApi ? bearerOf(request.headers.get('authorization')) : undefined;
  const row: AuditRow = {
    at: world.now(),
    method: request.method,
    path: pathname,
    status: answer?.status ?? null,
    request_id: answer?.headers.get('x-request-id') ?? '',
    install_id: (token !== undefined && installOfToken(world, token)?.id) || null,
    idempotency_key: request.headers.get('idempotency-key'),
    fault,
  };
  if (ofApi) audit.add(row);
  const text = answer?.clone().text() ?? Promise.resolve('');
  log.add(world, { ...row, path: pathname + search, body: null, answer: text });
}

const hidden = '[hidden]';

/**
 * Replaces tokens, secrets and codes in a JSON or form body with a placeholder, so that the portal does not show them.
 */
function hideSecrets(text: string): string {
  return text
    .replace(
      /"(access_token|refresh_token|token|client_secret|secret|previous_secret)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g,
      `"$1"$2"${hidden}"`,
    )
    .replace(
      /(^|&)(access_token|refresh_token|token|client_secret|code|code_verifier)=[^&\s]*/g,
      `$1$2=${hidden}`,
    );
}
