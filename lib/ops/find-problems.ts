import type { StoreFacts } from '@/lib/ops/store-facts.server';

/**
 * Reasons why a store counts as stuck: something waits or fails for so long that the app will not repair it without a
 * person.
 */
export const problemReasons = [
  'reconnect_needed',
  'webhook_refused',
  'setup_failing',
  'events_quarantined',
  'events_waiting',
  'reads_behind',
  'sweep_overdue',
  'operation_unsettled',
  'operation_needs_review',
  'budget_blocked',
  'erasure_overdue',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

/**
 * A problem of a store. `seconds` is the minimum time for which the problem has lasted. For a blocked request budget,
 * `seconds` is the time until the block ends.
 */
export type Problem = { reason: ProblemReason; seconds: number | null; detail: string };

export type StoreState = 'active' | 'reconnect' | 'paused' | 'closed';

/**
 * Limits in seconds and attempts. Above a limit, a store counts as stuck. Below the limits, the app repairs each
 * problem without help: it retries after at most 5 minutes, and it sets up an install in the first minute.
 *
 * `erasureSeconds` is the limit for deleting the data of a closed install. The data is normally deleted after 24 h;
 * merchants are promised 48 h (S20).
 */
const problemLimits = {
  setupSeconds: 300,
  inboxSeconds: 300,
  marksDueSeconds: 900,
  sweepDueSeconds: 1_800,
  /**
   * Number of consecutive failed attempts to read changed data or to run a sweep (a repeated read of platform data).
   * From this number on, a store counts as stuck. Eight attempts take about 4 minutes.
   */
  attempts: 8,
  operationSeconds: 3_600,
  blockedSeconds: 300,
  erasureSeconds: 48 * 3_600,
};

/** Returns the state of an install that is not yet erased. */
export function storeState({ closedAge, pausedAge, token }: StoreFacts): StoreState {
  if (closedAge !== null) return 'closed';
  if (pausedAge !== null) return 'paused';
  return token === 'active' ? 'active' : 'reconnect';
}

/**
 * Returns the problems of a store; an empty list if the store is not stuck. If a store must be connected again, only
 * this problem is returned, because all its other problems follow from it. A paused store has no problems, because a
 * person has paused it and expects that its work waits.
 */
export function findProblems(facts: StoreFacts): Problem[] {
  const state = storeState(facts);
  const limits = problemLimits;
  if (state === 'closed') {
    const { closedAge } = facts;
    return closedAge !== null && closedAge > limits.erasureSeconds
      ? [
          {
            reason: 'erasure_overdue',
            seconds: closedAge,
            detail: 'the data of a closed install still exists',
          },
        ]
      : [];
  }
  if (state === 'paused') return [];
  if (state === 'reconnect')
    return [{ reason: 'reconnect_needed', seconds: null, detail: `tokens: ${facts.token ?? 'none'}` }];
  const over = (value: number | null, limit: number) => value !== null && value > limit;
  const setupReason: ProblemReason = facts.isSubscriptionChecked ? 'setup_failing' : 'webhook_refused';
  const possible: (Problem & { isReal: boolean })[] = [
    {
      reason: setupReason,
      isReal: over(facts.finishFailingAge, limits.setupSeconds),
      seconds: facts.finishFailingAge,
      detail: facts.finishError ?? '',
    },
    {
      reason: 'webhook_refused',
      isReal: facts.subscription !== null && facts.subscription !== 'active',
      seconds: null,
      detail: `the subscription is ${facts.subscription}`,
    },
    {
      reason: 'events_quarantined',
      isReal: facts.quarantined > 0,
      seconds: facts.quarantinedAge,
      detail: `${facts.quarantined} in 24 h`,
    },
    {
      reason: 'events_waiting',
      isReal: over(facts.inboxAge, limits.inboxSeconds),
      seconds: facts.inboxAge,
      detail: `${facts.inbox} events`,
    },
    {
      reason: 'reads_behind',
      isReal: over(facts.marksDueAge, limits.marksDueSeconds) || facts.marksAttempts >= limits.attempts,
      seconds: facts.marksDueAge,
      detail: `${facts.marks} dirty marks, up to ${facts.marksAttempts} failed reads, ${facts.budgetWaiting} requests wait for the budget`,
    },
    {
      reason: 'sweep_overdue',
      isReal: over(facts.sweepDueAge, limits.sweepDueSeconds) || facts.sweepFailures >= limits.attempts,
      seconds: facts.sweepDueAge,
      detail: `${facts.sweepsDue} due, up to ${facts.sweepFailures} failures, ${facts.sweepError ?? 'no error'}`,
    },
    {
      reason: 'operation_unsettled',
      isReal: over(facts.operationAge, limits.operationSeconds),
      seconds: facts.operationAge,
      detail: Object.entries(facts.operations)
        .map(([name, count]) => `${count} ${name}`)
        .join(', '),
    },
    {
      reason: 'operation_needs_review',
      isReal: facts.toReview > 0,
      seconds: facts.toReviewAge,
      detail: `${facts.toReview} writes`,
    },
    {
      reason: 'budget_blocked',
      isReal: facts.blockedSeconds > limits.blockedSeconds,
      seconds: facts.blockedSeconds,
      detail: 'the platform requires a wait (Retry-After)',
    },
  ];
  return possible.flatMap(({ isReal, ...problem }) => (isReal ? [problem] : []));
}
