import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import { PlatformError } from '@/lib/platform/platform-error';
import type { Budget } from '@/lib/platform/ports';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * Lanes of the request budget: who asks to send a request. The lane `person` is served first. The lane `retry` sends
 * operations again, `webhook` reads what events reported, and `background` is everything else.
 */
export type Lane = 'person' | 'retry' | 'webhook' | 'background';
export const lanes: readonly Lane[] = ['person', 'retry', 'webhook', 'background'];

/**
 * Parameters of the SQL function take_budget, in the order in which the function declares them.
 * docs/decisions/budget-lanes.md explains their values.
 */
export const budgetRules = {
  windowMs: budgetWindowSeconds * 1000,
  /**
   * Requests and writes per minute. They are below the documented 180 and 60, because our clock and the platform's may
   * differ (platform: Limits).
   */
  requestsMax: 170,
  writesMax: 55,
  /**
   * Length of a slice of the budget's minute, just over a seventh of a minute. In each slice, one grant is reserved for
   * the lanes other than `person`. So these lanes get a grant at least every 10 s, even if `person` asks for much more.
   * A minute touches 7 or 8 slices, nearly always 8, so 8 grants of each minute are reserved. If a minute touches only
   * 7 slices, one reserved grant is unused.
   */
  sliceMs: 8_572,
  /**
   * While fewer requests than this were granted in the last minute, the lanes other than `person` are not slowed down.
   * `burstWrites` is the same for writes.
   */
  burstRequests: 30,
  burstWrites: 10,
  /** How many requests and writes the other lanes leave free for the lane `person`. */
  headroomRequests: 2,
  headroomWrites: 1,
  /**
   * A waiting caller repeats its request at least this often. A caller that is late by more than `markGraceMs` is
   * treated as gone.
   */
  recheckMs: 250,
  markGraceMs: 300,
};

/**
 * Maximum writes per minute that an install sends while the lane `person` sends none. It is lower than the budget,
 * because some writes are kept free for that lane.
 */
export const writesPerMinute = budgetRules.writesMax - budgetRules.headroomWrites;

/**
 * The request budget of one install, shared by all processes and all users of the install (D6, U6). Each request for a
 * grant is one SQL statement, which is evaluated under the lock of the install's row. A waiting caller is recorded in a
 * row that expires, so a crash leaves nothing behind.
 */
export function requestBudget(installId: InstallId, lane: Lane): Budget {
  return {
    async take(kind, { signal, untilMs }) {
      const requestId = randomUUID();
      for (;;) {
        const waitMs = await beforeAbort(requestGrant(installId, requestId, lane, kind), signal);
        if (waitMs === 0) return;
        // take_budget returns a wait above `recheckMs` only while a Retry-After of the platform blocks the install. If
        // the deadline of the caller ends before that wait is over, the call fails now.
        if (waitMs > budgetRules.recheckMs && Date.now() + waitMs >= untilMs)
          throw new PlatformError('the platform requires a wait (Retry-After)', {
            status: 429,
            code: 'rate_limited',
            retryAfterSeconds: Math.ceil(waitMs / 1_000),
          });
        await sleep(waitMs, undefined, { signal });
      }
    },
    async block(retryAfterSeconds) {
      await systemQuery(
        `INSERT INTO budgets AS b (install_id, blocked_until)
         VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $2::bigint)
         ON CONFLICT (install_id) DO UPDATE SET blocked_until = greatest(b.blocked_until, excluded.blocked_until)`,
        [installId, Math.ceil(retryAfterSeconds * 1000)],
      );
    },
  };
}

/**
 * Asks the database for one grant of the budget. Returns 0 if it was given, otherwise the milliseconds to wait before
 * the next try.
 */
async function requestGrant(
  installId: InstallId,
  requestId: string,
  lane: Lane,
  kind: 'read' | 'write',
): Promise<number> {
  const [row] = await systemQuery<{ wait_ms: string }>(takeBudgetSql, [
    installId,
    requestId,
    lanes.indexOf(lane),
    kind === 'write',
    ...Object.values(budgetRules),
  ]);
  if (!row) throw new Error('take_budget returned no row');
  return Number(row.wait_ms);
}

/**
 * Parameters of take_budget: install, request id, lane, whether the request is a write, and the values of budgetRules.
 * The SQL function has one more parameter, which is optional: a clock for simulations.
 */
const takeBudgetSql = `SELECT take_budget($1, $2, $3, $4, ${Object.keys(budgetRules)
  .map((_, index) => `$${index + 5}`)
  .join(', ')}) AS wait_ms`;
