/** Health of the mirror of one install, as data for a screen. Times are RFC 3339, lags are whole milliseconds. */
export type SyncHealth = {
  /** When this data was read. */
  readAt: string;
  /** Newest event that was received, without test events; null if there was none in 35 days. */
  lastEvent: { topic: string; receivedAt: string } | null;
  /**
   * Time from the change on the platform to its row in the mirror, over the last hour, by topic. `events` counts the
   * events that reached the mirror. A lag is null if no event did, or if none had a time.
   */
  lag: { topic: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
  /** True if the lag leaves out the older part of the hour, because there were more events than are examined. */
  lagIsPartial: boolean;
  /** Events that were received and are not yet applied. */
  inbox: Backlog;
  /** Entities that are marked to be read and are not yet read. Entities that no scope allows to read are left out. */
  dirty: Backlog;
  /** Events of the last 7 days that could not be read and were quarantined; most frequent first. */
  quarantined: { reason: string; events: number; newestAt: string }[];
  /** Differences from the mirror that a sweep found and repaired: over 7 days, and over the last 24 h. */
  drift: { resource: string; foundBy: string; lastDay: number; lastWeek: number }[];
  subscription: {
    state: SubscriptionState;
    /** Status in the platform's last answer. */
    status: string;
    checkedAt: string | null;
  };
  sweeps: SweepHealth[];
  /**
   * Up to this time the mirror has no drift. It is computed from the last complete run over changes (updated or full)
   * of each resource. The resources are the orders, products and movements that may be read, and the oldest end counts.
   * null: one resource has had no complete run yet.
   */
  lastReconciledAt: string | null;
  /** Scopes that some sweep lacks. The data behind a missing scope is not mirrored. */
  missingScopes: string[];
  nextStep: NextStep;
};

/** `isMore`: there are more entries than were counted. */
export type Backlog = { count: number; isMore: boolean; oldestAt: string | null };

/** pending: a secret is being requested; none: there is no subscription. */
export type SubscriptionState = 'active' | 'pending' | 'inactive' | 'none';

export type SweepHealth = {
  resource: string;
  kind: string;
  /** never: no complete run yet, and none in progress. failing: the last step failed and will be retried. */
  state: 'never' | 'running' | 'failing' | 'ended' | 'no_scope';
  /** The last complete run. */
  last: { endedAt: string; rows: number; seconds: number } | null;
  running: SweepProgress | null;
  nextAt: string;
  failures: number;
  /** Error code of the last step, while the sweep fails. */
  errorCode: string | null;
};

export type SweepProgress = {
  startedAt: string;
  rows: number;
  rowsPerMinute: number | null;
  /** created_at of the oldest row that was reached. */
  reachedBack: string | null;
  /**
   * Estimated end; null if it cannot be known. The platform's lists give no total, so the estimate uses the number of
   * rows of the last complete run. A first run has no such number.
   */
  endsAt: string | null;
};

/**
 * What has to be done. The merchant does reconnect, and grant_scope if orders cannot be read at all. All other
 * conditions repair themselves. They are reported so that users do not look for a fault, because the data shown may be
 * behind. sync_failing is a fault on our side: the step is repeated, and the operator of the app finds it in the log.
 */
export const nextSteps = [
  'reconnect',
  'grant_scope',
  'platform_unreachable',
  'sync_failing',
  'wait_backfill',
  'subscription_inactive_repairing',
  'inbox_behind',
  'reads_behind',
  'none',
] as const;
export type NextStep = (typeof nextSteps)[number];
