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
 * Lane of a request. person is served first. The other lanes are work: operations sent again, reads that events
 * requested, and the rest.
 */
export type Lane = 'person' | 'retry' | 'webhook' | 'background';
export const lanes: readonly Lane[] = ['person', 'retry', 'webhook', 'background'];

/** Rules of take_budget, in the order of its parameters; docs/decisions/budget-lanes.md gives the reasons. */
export const budgetRules = {
  windowMs: budgetWindowSeconds * 1000,
  /**
   * Below the documented 180 and 60 a minute, to allow for differences between our clock and the platform's (platform:
   * Limits).
   */
  requestsMax: 170,
  writesMax: 55,
  /**
   * Length of a budget slice. Work gets a grant at least this often, however much the person lane requests: 10 s, minus
   * the delay of a late request. The length is just over a seventh of the window, so the window always touches 8
   * slices. With fewer at times, a grant would be reserved for nothing.
   */
  sliceMs: 8_572,
  /** Work is not paced while the window holds fewer grants than this. */
  burstRequests: 30,
  burstWrites: 10,
  /** Grants that work leaves free for the person lane. */
  headroomRequests: 2,
  headroomWrites: 1,
  /**
   * A waiting caller requests again at least this often. It counts as gone if it is later than this by the grace
   * period.
   */
  recheckMs: 250,
  markGraceMs: 300,
};

/** Writes per minute when only the work lanes write. */
export const writesPerMinute = budgetRules.writesMax - budgetRules.headroomWrites;

/**
 * The budget of one install, shared by all processes and all its users (D6, U6). Each request is one statement,
 * evaluated in the database under the lock of the install's row. A waiting caller is a row that expires, so a crash
 * leaves nothing behind.
 */
export function requestBudget(installId: InstallId, lane: Lane): Budget {
  return {
    async take(kind, { signal, untilMs }) {
      const requestId = randomUUID();
      for (;;) {
        const waitMs = await beforeAbort(requestGrant(installId, requestId, lane, kind), signal);
        if (waitMs === 0) return;
        // take_budget answers with a wait above `recheckMs` only while Retry-After blocks the install. If the caller's
        // deadline ends before that, waiting is useless, so it fails now.
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

/** Sends one budget request. Returns 0 if it is granted, otherwise the milliseconds until another request is useful. */
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
 * Parameters: install, request id, lane, whether it is a write, the rules. The optional last parameter is a clock for
 * simulations.
 */
const takeBudgetSql = `SELECT take_budget($1, $2, $3, $4, ${Object.keys(budgetRules)
  .map((_, index) => `$${index + 5}`)
  .join(', ')}) AS wait_ms`;
