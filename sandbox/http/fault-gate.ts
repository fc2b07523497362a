import { randomUUID } from 'node:crypto';
import { apiRevision } from 'commerce-platform-client/contract/common';
import type { ErrorCode } from 'commerce-platform-client/contract/errors';
import { refuse } from '@/sandbox/domain/refusal';
import { envelopeOf } from './answers';
import type { FaultEffect } from '@/sandbox/world/records';
import { ConnectionLost, type Fault, type Faults } from './faults';
import { oauthPathsOf, type PlatformLayout } from '@/sandbox/platform-layout';

/**
 * The effect of a simulated fault on a request that still reaches the handler. `fault` is the kind of fault; undefined
 * if no fault applies. `delayMs` is the delay before the handler runs.
 */
export type InjectedFault = { fault?: FaultEffect; delayMs: number };

type FaultHandlers = {
  handle: (request: Request, injected: InjectedFault) => Promise<Response>;
  /**
   * Called for a request that a simulated fault stopped before it reached the handler. `answer` is the response that
   * the fault sent; null if the fault sent no response.
   */
  turnedBack: (request: Request, fault: FaultEffect, answer: Response | null) => void;
};

/**
 * Applies simulated faults to requests and responses, like a bad network or a failing edge server. A delay is not
 * waited for here, but by the handler, which first reserves the idempotency key. A second request with the same key
 * during the wait therefore finds that the first is still in progress.
 */
export async function throughFaults(
  faults: Faults,
  request: Request,
  { handle, turnedBack, layout }: FaultHandlers & { layout: PlatformLayout },
): Promise<Response> {
  const fault = takeFault(faults, request, layout);
  const effect = fault?.effect;
  switch (effect) {
    case 'drop_request':
      turnedBack(request, effect, null);
      throw new ConnectionLost('the request was dropped on purpose');
    case 'drop_response':
      await handle(request, { fault: effect, delayMs: 0 });
      await fault?.whileHeld?.();
      throw new ConnectionLost('the answer was dropped on purpose');
    case 'status': {
      const answer = failed(fault?.status ?? 503, fault?.delay_ms ?? 1000);
      turnedBack(request, effect, answer);
      return answer;
    }
    case 'delay':
      return handle(request, { fault: effect, delayMs: fault?.delay_ms ?? 1000 });
    case 'duplicate': {
      const again = request.clone();
      const first = await handle(request, { fault: effect, delayMs: 0 });
      await handle(again, { fault: effect, delayMs: 0 });
      return first;
    }
    // The fault "reorder" applies only to webhook deliveries, so a request is handled normally.
    case 'reorder':
    case undefined:
      return handle(request, { delayMs: 0 });
  }
}

function takeFault(faults: Faults, request: Request, layout: PlatformLayout): Fault | null {
  const { pathname } = new URL(request.url);
  const subject = `${request.method} ${pathname}`;
  if (pathname.startsWith(`${layout.api}/`)) return faults.take('api', subject);
  return oauthPathsOf(layout).includes(pathname) ? faults.take('oauth', subject) : null;
}

const codes: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'invalid_request',
  429: 'rate_limited',
};

function failed(status: number, waitMs: number): Response {
  const requestId = `req_${randomUUID()}`;
  const refusal = refuse(codes[status] ?? 'internal_error', 'a fault set on purpose', { status });
  return Response.json(envelopeOf(refusal, requestId), {
    status,
    headers: {
      'x-request-id': requestId,
      'x-platform-api-version': apiRevision,
      'cache-control': 'no-store',
      ...(status === 429 && { 'retry-after': String(Math.ceil(waitMs / 1000)) }),
    },
  });
}
