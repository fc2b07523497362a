/** Health of the mirror of one install, as data for a screen. Times are RFC 3339, lags are whole milliseconds. */
export type SyncHealth = {
  /** When the values of this object were read from the database. */
  readAt: string;
  /** When the app was installed in the store; null if the install is unknown. */
  installedAt: string | null;
  /** Newest received event that is not a test event; null if there was none in 35 days. */
  lastEvent: { topic: string; receivedAt: string } | null;
  /**
   * Time from a change on the platform to its row in the mirror, by topic, for the last hour. `events` counts the
   * events that reached the mirror. A lag is null if no event of the topic had a time.
   */
  lag: { topic: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
  /** True if `lag` covers only the newest events of the hour, because there were more events than are examined. */
  lagIsPartial: boolean;
  /** Events that were received and that the worker has not applied yet. */
  inbox: Backlog;
  /**
   * Orders and products with a dirty mark, which still have to be read. Entities whose scope is missing are not
   * counted.
   */
  dirty: Backlog;
  /** Events of the last 7 days that were quarantined because they could not be used; the most frequent reason first. */
  quarantined: { reason: string; events: number; newestAt: string }[];
  /**
   * Number of differences between mirror and platform that sweeps found and repaired, in the last 7 days and in the
   * last 24 h.
   */
  drift: { resource: string; foundBy: string; lastDay: number; lastWeek: number }[];
  /**
   * Number of differences that were found and repaired since the last complete full sweeps of orders and products
   * began.
   */
  corrected: number;
  subscription: {
    state: SubscriptionState;
    /** Status of the webhook subscription in the platform's last response. */
    status: string;
    checkedAt: string | null;
  };
  sweeps: SweepHealth[];
  /**
   * Time up to which the mirror is known to have no drift. For each of orders, products and movements, the end of the
   * last complete sweep of kind `updated` or `full` is taken. This field is the earliest of these times. A resource
   * that the app may not read does not count. Null if one of the resources has had no complete sweep yet.
   */
  lastReconciledAt: string | null;
  /**
   * Scopes that at least one sweep needs and does not have. Data that needs one of these scopes is missing in the
   * mirror.
   */
  missingScopes: string[];
  nextStep: NextStep;
};

/** A count of waiting entries. `isMore`: there are more entries than were counted. */
export type Backlog = { count: number; isMore: boolean; oldestAt: string | null };

/** State of the webhook subscription. pending: a new secret is being requested. none: there is no subscription. */
export type SubscriptionState = 'active' | 'pending' | 'inactive' | 'none';

export type SweepHealth = {
  resource: string;
  kind: string;
  /**
   * never: the sweep has had no complete run, and none is in progress. failing: the last step failed and will be
   * retried.
   */
  state: 'never' | 'running' | 'failing' | 'ended' | 'no_scope';
  /** The last complete run of the sweep. */
  last: { endedAt: string; rows: number; seconds: number } | null;
  running: SweepProgress | null;
  nextAt: string;
  failures: number;
  /** Error code of the last step if it failed; otherwise null. */
  errorCode: string | null;
};

export type SweepProgress = {
  startedAt: string;
  rows: number;
  rowsPerMinute: number | null;
  /** Creation time (created_at) of the oldest record that the current run of the sweep has read so far. */
  reachedBack: string | null;
  /**
   * Estimated end of the running sweep; null if it cannot be estimated. The platform's lists give no total, so the
   * estimate uses the number of rows of the last complete sweep. During the first sweep there is no such number.
   */
  endsAt: string | null;
};

/**
 * The next step for the user. The merchant must act for `reconnect`, and for `grant_scope` if orders cannot be read at
 * all. All other conditions repair themselves. They are reported only to explain why the data on the screens may be
 * outdated, so that users do not look for a fault. `sync_failing` is a fault of the app: the step is repeated, and the
 * publisher finds the error in the log.
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
