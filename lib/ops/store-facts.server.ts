import 'server-only';
import { z } from 'zod';
import { productsScope } from 'commerce-platform-client/assumptions';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { systemQuery } from '@/lib/system/db';

const age = z.number().nullable();

/**
 * State of one install that is not yet erased, from the database. An age is the number of seconds since a time that is
 * stored in a row; null if there is no such row. The state contains only ids, codes, counts and times.
 */
export type StoreFacts = z.infer<typeof StoreFacts>;
const StoreFacts = z.object({
  installId: z.string(),
  storeId: z.string(),
  /** `closedAge`: seconds since the uninstall. `pausedAge`: seconds since the install was paused (`npm run ops`). */
  closedAge: age,
  pausedAge: age,
  /** State of the tokens (`install_tokens.state`); null if no tokens are stored. */
  token: z.string().nullable(),
  /**
   * Status of the webhook subscription; null if there is none, or if it was not checked since the last grant.
   */
  subscription: z.string().nullable(),
  isSubscriptionChecked: z.boolean(),
  finishFailingAge: age,
  finishError: z.string().nullable(),
  /**
   * `blockedSeconds`: remaining time of a pause that the platform demanded (Retry-After). `budgetWaiting`: number of
   * requests that wait for the request budget now.
   */
  blockedSeconds: z.number(),
  budgetWaiting: z.number(),
  inbox: z.number(),
  inboxAge: age,
  /**
   * `quarantined`: number of events of the last 24 h that could not be used. `quarantinedAge`: age of the newest of
   * these events, in seconds.
   */
  quarantined: z.number(),
  quarantinedAge: age,
  /**
   * `marks`: number of dirty marks (rows for data that must be read), without data that the app may not read.
   * `marksDueAge`: number of seconds for which the oldest of these marks has been due.
   */
  marks: z.number(),
  marksDueAge: age,
  marksAttempts: z.number(),
  /**
   * `sweepsDue`: number of sweeps (repeated reads of platform data) that are due. `sweepFailures`: number of
   * consecutive failures of the sweep with the most failures. `sweepError`: the last error of this sweep.
   */
  sweepsDue: z.number(),
  sweepDueAge: age,
  sweepFailures: z.number(),
  sweepError: z.string().nullable(),
  /** Number of writes that have not ended, for each state. */
  operations: z.record(z.string(), z.number()),
  operationAge: age,
  /** Number of writes whose outcome a person must decide. */
  toReview: z.number(),
  toReviewAge: age,
  bulkWaiting: z.number(),
});

const ordersScope: Scope = 'orders:read';

const ageOf = (time: string) => `extract(epoch FROM now() - ${time})::float8`;

/**
 * Statement that reads the facts of all installs. It first groups each kind of waiting rows by install, with a partial
 * index of these rows. Then it joins the results to the installs. So the statement takes a few milliseconds for a
 * thousand installs, no matter how many orders they have.
 *
 * Three kinds of rows are left out, because they are no problem of the store: dirty marks (rows for data that must be
 * read) whose data the app may not read, events of unknown topics, and test events of real stores.
 */
const factsSql = `
  WITH inbox_waiting AS (
    SELECT install_id, count(*)::int AS n, ${ageOf('min(received_at)')} AS age FROM inbox WHERE state = 'stored' GROUP BY 1
  ), quarantined AS (
    SELECT install_id, count(*)::int AS n, ${ageOf('max(received_at)')} AS age FROM inbox
    WHERE state = 'quarantined' AND received_at > now() - interval '1 day'
      AND reason NOT LIKE 'unknown topic%' AND reason <> 'a test event on a real store' GROUP BY 1
  ), marks AS (
    SELECT d.install_id, count(*)::int AS n, max(d.attempts) AS attempts,
      ${ageOf("min(d.next_attempt_at) FILTER (WHERE d.next_attempt_at <= now() AND coalesce(d.lease_until, '-infinity') < now())")} AS age
    FROM dirty_marks d JOIN installs i USING (install_id)
    WHERE CASE d.kind WHEN 'order' THEN $2 = ANY (i.effective_scopes)
      WHEN 'product' THEN $3 = ANY (i.effective_scopes) ELSE true END
    GROUP BY 1
  ), due AS (
    SELECT install_id, count(*) FILTER (WHERE due_at <= now())::int AS n, ${ageOf("min(due_at) FILTER (WHERE due_at <= now() AND coalesce(lease_until, '-infinity') < now())")} AS age,
      max(failures) AS failures, (array_agg(last_error ORDER BY failures DESC))[1] AS error
    FROM sweeps WHERE last_error IS DISTINCT FROM 'missing_scope' AND (due_at <= now() OR failures > 0) GROUP BY 1
  ), open AS (
    SELECT install_id, jsonb_object_agg(state, n) AS states, max(age) AS age FROM (
      SELECT install_id, state, count(*)::int AS n, ${ageOf('min(created_at)')} AS age FROM operations
      WHERE ended_at IS NULL GROUP BY 1, 2
    ) by_state GROUP BY 1
  ), asking AS (
    SELECT install_id, count(*)::int AS n FROM budget_requests
    WHERE waits_until > extract(epoch FROM now()) * 1000 GROUP BY 1
  ), bulk AS (
    SELECT install_id, sum(waiting)::int AS n FROM bulk_runs WHERE state = 'running' GROUP BY 1
  )
  SELECT i.install_id AS "installId", i.store_id AS "storeId",
    ${ageOf('i.revoked_at')} AS "closedAge", ${ageOf('i.paused_at')} AS "pausedAge", t.state AS token,
    CASE WHEN w.checked_at IS NOT NULL AND w.subscription_id IS NOT NULL THEN w.status END AS subscription,
    w.checked_at IS NOT NULL AS "isSubscriptionChecked",
    ${ageOf('t.finish_failing_since')} AS "finishFailingAge", t.finish_error AS "finishError",
    greatest(0, coalesce(b.blocked_until, 0) / 1000.0 - extract(epoch FROM now()))::float8 AS "blockedSeconds",
    coalesce(asking.n, 0) AS "budgetWaiting",
    coalesce(inbox_waiting.n, 0) AS inbox, inbox_waiting.age AS "inboxAge",
    coalesce(quarantined.n, 0) AS quarantined, quarantined.age AS "quarantinedAge",
    coalesce(marks.n, 0) AS marks, marks.age AS "marksDueAge", coalesce(marks.attempts, 0) AS "marksAttempts",
    coalesce(due.n, 0) AS "sweepsDue", due.age AS "sweepDueAge", coalesce(due.failures, 0) AS "sweepFailures",
    due.error AS "sweepError",
    coalesce(open.states, '{}') AS operations, open.age AS "operationAge",
    review.n AS "toReview", review.age AS "toReviewAge", coalesce(bulk.n, 0) AS "bulkWaiting"
  FROM installs i
  LEFT JOIN install_tokens t USING (install_id) LEFT JOIN webhook_secrets w USING (install_id)
  LEFT JOIN budgets b USING (install_id) LEFT JOIN asking USING (install_id)
  LEFT JOIN inbox_waiting USING (install_id) LEFT JOIN quarantined USING (install_id)
  LEFT JOIN marks USING (install_id) LEFT JOIN due USING (install_id) LEFT JOIN open USING (install_id)
  LEFT JOIN bulk USING (install_id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS n, ${ageOf('min(created_at)')} AS age FROM operations o
    WHERE o.install_id = i.install_id AND o.state = 'needs_review' AND i.revoked_at IS NULL
  ) review
  WHERE i.status <> 'purged' AND ($1::text IS NULL OR i.install_id = $1)
  ORDER BY i.install_id`;

/** Reads the facts of all installs that are not yet erased, or of one install, in one statement. */
export async function readStoreFacts(installId: string | null = null): Promise<StoreFacts[]> {
  return z.array(StoreFacts).parse(await systemQuery(factsSql, [installId, ordersScope, productsScope]));
}
