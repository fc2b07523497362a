/** How the mirror of one install is doing, as data for a screen. Times are RFC 3339, lags whole milliseconds. */
export type SyncHealth = {
  /** When this was read. */
  readAt: string;
  /** Newest event that was received, tests left out; null: none in 35 days. */
  lastEvent: { topic: string; receivedAt: string } | null;
  /**
   * From what happened on the platform to its row in the mirror, over the last hour; by topic. `events` counts those
   * that reached it; null lags: none did, or none of them said when it happened.
   */
  lag: { topic: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
  /** The lag leaves out the older part of the hour: there were more events than are looked at. */
  lagIsPartial: boolean;
  /** Received and not yet applied. */
  inbox: Backlog;
  /** Marked to be read and not yet read; what no scope shows is left out. */
  dirty: Backlog;
  /** Could not be read and were set aside, over the last 7 days; most frequent first. */
  quarantined: { reason: string; events: number; newestAt: string }[];
  /** What a sweep found other than the mirror had it, and mended; over 7 days, those of the last 24 h besides. */
  drift: { resource: string; foundBy: string; lastDay: number; lastWeek: number }[];
  subscription: {
    state: SubscriptionState;
    /** As the platform said last. */
    status: string;
    checkedAt: string | null;
  };
  sweeps: SweepHealth[];
  /**
   * Up to here nothing is astray: of the orders, products and movements that may be read, the one whose last whole run
   * over what has changed (updated or full) ended longest ago; null: one of them has had none yet.
   */
  lastReconciledAt: string | null;
  /** Scopes that some sweep lacks: what they would show is not mirrored. */
  missingScopes: string[];
  nextStep: NextStep;
};

/** `isMore`: there are more than were counted. */
export type Backlog = { count: number; isMore: boolean; oldestAt: string | null };

/** pending: a secret is being asked for; none: there is no subscription. */
export type SubscriptionState = 'active' | 'pending' | 'inactive' | 'none';

export type SweepHealth = {
  resource: string;
  kind: string;
  /** never: no whole run yet and none under way. failing: its last step failed, and is tried again. */
  state: 'never' | 'running' | 'failing' | 'ended' | 'no_scope';
  /** The last whole run. */
  last: { endedAt: string; rows: number; seconds: number } | null;
  running: SweepProgress | null;
  nextAt: string;
  failures: number;
  /** Of the last step, while it fails. */
  errorCode: string | null;
};

export type SweepProgress = {
  startedAt: string;
  rows: number;
  rowsPerMinute: number | null;
  /** created_at of the oldest row reached. */
  reachedBack: string | null;
  /**
   * When it may end; null where that can't be known. The platform's lists tell no total: it is reckoned from the rows
   * of the last whole run, and a first run has none.
   */
  endsAt: string | null;
};

/**
 * What is to be done. By the merchant: reconnect, and grant_scope where orders can't be read at all. All others mend
 * themselves, and are told so that nobody looks for a fault: what is shown meanwhile may be behind. sync_failing is a
 * fault of ours: the step is repeated, and who runs the app finds it in the log.
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
