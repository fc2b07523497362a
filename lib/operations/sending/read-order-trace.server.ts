import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * Maximum time that the look-up waits for the end of a write that creates an order. The write normally ends a few
 * milliseconds after the platform's event arrived.
 */
const waitMaxMs = 500;
const pollEveryMs = 25;

/**
 * Returns the trace (W3C traceparent) of the newest operation of the last hour that created or changed the given order;
 * null if there is none. The platform does not send a trace back with its event. So the operation that caused an event
 * is found by the id of the order (docs/decisions/traces.md). Call this function only in a process that exports traces.
 *
 * The event of a new order can arrive before the app has stored the response to the write that created the order. Until
 * the response is stored, no row connects the order with its operation. So while the install is sending a write that
 * creates an order, the look-up is repeated, for at most half a second.
 */
export async function readOrderTrace(installId: InstallId, orderId: string): Promise<string | null> {
  const until = performance.now() + waitMaxMs;
  for (;;) {
    const { traceparent, isCreating } = await lookUp(installId, orderId);
    if (traceparent !== null || !isCreating || performance.now() > until) return traceparent;
    await sleep(pollEveryMs);
  }
}

async function lookUp(
  installId: InstallId,
  orderId: string,
): Promise<{ traceparent: string | null; isCreating: boolean }> {
  const [row] = await systemQuery<{ traceparent: string | null; isCreating: boolean }>(
    `SELECT (
       SELECT traceparent FROM operations
       WHERE install_id = $1 AND traceparent IS NOT NULL AND created_at > now() - interval '1 hour'
         AND (queue_key = $2 OR id IN (
           SELECT operation_id FROM created_orders WHERE install_id = $1 AND order_id = $3))
       ORDER BY created_at DESC LIMIT 1
     ) AS traceparent, EXISTS (
       SELECT FROM operations WHERE install_id = $1 AND state = 'sending' AND traceparent IS NOT NULL
         AND target->>'orderId' IS NULL
     ) AS "isCreating"`,
    [installId, `order ${orderId}`, orderId],
  );
  return row ?? { traceparent: null, isCreating: false };
}
