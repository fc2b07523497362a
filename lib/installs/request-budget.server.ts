import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { budgetWindowSeconds } from 'commerce-platform-client/assumptions';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { Budget, Deadline } from 'commerce-platform-client/ports';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemMessage, systemQuery } from '@/lib/system/db';
import { metrics } from '@/lib/system/metrics/metrics';

/**
 * Lane of a request to the platform: the kind of caller, which decides the priority. Requests of `person` (a user) go
 * first. `retry` sends a write again, `webhook` reads what an event reported, and `background` is everything else.
 */
export type Lane = 'person' | 'retry' | 'webhook' | 'background';
export const lanes: readonly Lane[] = ['person', 'retry', 'webhook', 'background'];

/**
 * Parameters of the SQL function take_budget, in the sequence of its declaration. docs/decisions/budget-lanes.md
 * explains the values.
 */
export const budgetRules = {
  windowMs: budgetWindowSeconds * 1000,
  /**
   * Maximum number of requests and writes per minute. Both numbers are below the documented 180 and 60, because our
   * clock and the platform's clock may differ (platform: Limits).
   */
  requestsMax: 170,
  writesMax: 55,
  /**
   * Length of a slice, a part of the budget's minute (about a seventh). In each slice, one request is reserved for the
   * lanes (kinds of callers) other than `person`. So these lanes can send a request at least every 10 s, even if users
   * send very many requests. Any minute overlaps 8 slices, or rarely 7, so 8 requests per minute are reserved. If a
   * minute overlaps only 7 slices, one of the 8 reserved requests is not used.
   */
  sliceMs: 8_572,
  /**
   * Number of requests (or writes) in the last minute from which the lanes (kinds of callers) other than `person` are
   * slowed down. The numbers count the requests of all lanes of the install.
   */
  burstRequests: 30,
  burstWrites: 10,
  /**
   * Number of requests and writes that the lanes (kinds of callers) other than `person` leave free for the lane
   * `person`.
   */
  headroomRequests: 2,
  headroomWrites: 1,
  /**
   * A waiting caller must ask again after at most `recheckMs`, except during a pause that the platform demanded. If the
   * caller is late by more than `markGraceMs`, its process may have crashed, so its request no longer counts as waiting.
   */
  recheckMs: 250,
  markGraceMs: 300,
};

/**
 * Maximum number of writes per minute while no user sends any. The number is lower than `writesMax`, because some
 * writes are always left free for users.
 */
export const writesPerMinute = budgetRules.writesMax - budgetRules.headroomWrites;

/**
 * Returns the request budget of one install, which limits its requests per minute. All processes and users of the
 * install share the budget (D6, U6). One SQL statement decides about each request, while it holds the lock of the
 * install's row. A caller that waits is recorded in a row that expires, so a crashed process does not block others.
 */
export function requestBudget(installId: InstallId, lane: Lane): Budget {
  return {
    async take(kind, deadline) {
      const startedAt = performance.now();
      const observe = (result: 'granted' | 'refused') =>
        metrics().budgetWait.observe({ lane, result }, (performance.now() - startedAt) / 1_000);
      try {
        await waitForGrant(installId, lane, kind, deadline);
        observe('granted');
      } catch (error) {
        observe('refused');
        throw error;
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

async function waitForGrant(
  installId: InstallId,
  lane: Lane,
  kind: 'read' | 'write',
  { signal, untilMs }: Deadline,
): Promise<void> {
  const requestId = randomUUID();
  for (;;) {
    const waitMs = await beforeAbort(requestGrant(installId, requestId, lane, kind), signal);
    if (waitMs === 0) return;
    // A wait of more than `recheckMs` means that the platform blocks the install with a Retry-After. If the wait ends
    // after the deadline of the caller, the call fails now.
    if (waitMs > budgetRules.recheckMs && Date.now() + waitMs >= untilMs)
      throw new PlatformError('the platform requires a wait (Retry-After)', {
        status: 429,
        code: 'rate_limited',
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      });
    await sleep(waitMs, undefined, { signal });
  }
}

/**
 * Asks the database whether a request may be sent now. Returns 0 if it may be sent. If not, returns the number of ms to
 * wait before asking again.
 */
async function requestGrant(
  installId: InstallId,
  requestId: string,
  lane: Lane,
  kind: 'read' | 'write',
): Promise<number> {
  const [row] = await systemMessage<{ wait_ms: string }>({
    text: takeBudgetSql,
    values: [installId, requestId, lanes.indexOf(lane), kind === 'write', ...Object.values(budgetRules)],
  });
  if (!row) throw new Error('take_budget returned no row');
  return Number(row.wait_ms);
}

/**
 * SQL that calls the function take_budget with the install, the request id, the lane, whether the request is a write,
 * and the values of budgetRules. The last parameter of the SQL function is a clock for simulations. It is optional and
 * not used here.
 */
const takeBudgetSql = `SELECT take_budget($1, $2, $3, $4, ${Object.keys(budgetRules)
  .map((_, index) => `$${index + 5}`)
  .join(', ')}) AS wait_ms`;
