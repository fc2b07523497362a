import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import { PlatformError } from '@/lib/platform/platform-error';
import type { Budget } from '@/lib/platform/ports';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery } from '@/lib/system/db';

/** Who asks. person is served first; the others are work: operations sent again, reads that events asked for, the rest. */
export type Lane = 'person' | 'retry' | 'webhook' | 'background';
export const lanes: readonly Lane[] = ['person', 'retry', 'webhook', 'background'];

/** What take_budget judges by, in the order of its parameters; docs/decisions/budget-lanes.md has the reasons. */
export const budgetRules = {
  windowMs: budgetWindowSeconds * 1000,
  /** Below the documented 180 and 60 a minute, for what our clock and theirs disagree about (platform: Limits). */
  requestsMax: 170,
  writesMax: 55,
  /**
   * Work gets a grant at least this often, however greedy people are: 10 s, less what asking late may take. Just over
   * a seventh of the window, which then touches 8 turns at any time: with fewer at times, a slot would be kept for none.
   */
  sliceMs: 8_572,
  /** Work is not paced while the window holds fewer than this. */
  burstRequests: 30,
  burstWrites: 10,
  /** Room that work leaves for a person. */
  headroomRequests: 2,
  headroomWrites: 1,
  /** A waiter asks again at least this often, and counts as gone when it is late by the grace. */
  recheckMs: 250,
  markGraceMs: 300,
};

/** What work alone may write in a minute. */
export const writesPerMinute = budgetRules.writesMax - budgetRules.headroomWrites;

/**
 * The budget of one install, shared by all processes: one statement per ask, judged in the database under the lock
 * of the install's row. A caller that waits is a row that ends by itself, so a crash leaves nothing behind.
 */
export function requestBudget(installId: InstallId, lane: Lane): Budget {
  return {
    async take(kind, { signal, untilMs }) {
      const requestId = randomUUID();
      for (;;) {
        const waitMs = await beforeAbort(requestGrant(installId, requestId, lane, kind), signal);
        if (waitMs === 0) return;
        // Only under Retry-After is it worth so long a wait. Who would not live to see its end makes room for others.
        if (waitMs > budgetRules.recheckMs && Date.now() + waitMs >= untilMs)
          throw new PlatformError('the platform asked to wait', {
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

/** One ask: 0 when granted, else the milliseconds until asking again is worth it. */
async function requestGrant(
  installId: InstallId,
  requestId: string,
  lane: Lane,
  kind: 'read' | 'write',
): Promise<number> {
  const [row] = await systemQuery<{ wait_ms: string }>(takeBudgetSql, [
    ...[installId, requestId, lanes.indexOf(lane), kind === 'write'],
    ...Object.values(budgetRules),
  ]);
  if (!row) throw new Error('take_budget said nothing');
  return Number(row.wait_ms);
}

/** Parameters: install, ask, lane, whether it is a write, the rules. A clock as the last one is for simulations. */
const takeBudgetSql = `SELECT take_budget($1, $2, $3, $4, ${Object.keys(budgetRules)
  .map((_, index) => `$${index + 5}`)
  .join(', ')}) AS wait_ms`;
