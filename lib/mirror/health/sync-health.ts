/**
 * Health of one install's mirror (our copy of the platform's data) as data for a screen. Times are RFC 3339; lags are
 * whole milliseconds.
 */
export type SyncHealth = {
  /** Time at which the data for the screen was read from the database. */
  readAt: string;
  /** When the app was installed in the store; null if the install is unknown. */
  installedAt: string | null;
  /** Newest received event, without test events; null if there was none in the last 35 days. */
  lastEvent: { topic: string; receivedAt: string } | null;
  /**
   * Time from a change on the platform until the worker has read it, by topic, for the last hour. `events` is the
   * number of events of the topic that were processed in this hour. `p50Ms` and `p95Ms` are null if none of these
   * events contained the time of the change.
   */
  lag: { topic: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
  /** True if there were more events than the query examines, so that `lag` covers only the newest events. */
  lagIsPartial: boolean;
  /** Events that were received and that the worker has not applied yet. */
  inbox: Backlog;
  /**
   * Orders and products with a dirty mark (a row for data that must be read). Orders and products whose scope the app
   * lacks are not counted.
   */
  dirty: Backlog;
  /**
   * Events of the last 7 days that were quarantined (stored, but not applied), by reason. The most frequent reason is
   * first.
   */
  quarantined: { reason: string; events: number; newestAt: string }[];
  /**
   * Number of differences between mirror and platform, in the last 7 days and in the last 24 h. Sweeps (repeated reads
   * of platform data) found and repaired them.
   */
  drift: { resource: string; foundBy: string; lastDay: number; lastWeek: number }[];
  /**
   * Number of differences that were found and repaired since the last complete reads began. Orders and products are
   * read separately, so the start of the earlier read counts.
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
   * Time of the last reconciliation: all changes before this time are in the mirror. For orders, products and
   * movements, the end of the last sweep of kind `updated` or `full` is taken. The earliest of these three times is
   * returned. A resource that the app may not read is left out. Null if one of the other resources has no ended sweep
   * of these kinds yet.
   */
  lastReconciledAt: string | null;
  /**
   * Scopes that the app lacks, although at least one sweep (a repeated read of platform data) needs them. The mirror
   * has no current data of the resources that need these scopes.
   */
  missingScopes: string[];
  nextStep: NextStep;
};

/**
 * Number of waiting entries and time of the oldest one. `isMore`: not all entries were examined, so there may be more.
 */
export type Backlog = { count: number; isMore: boolean; oldestAt: string | null };

/**
 * State of the webhook subscription.
 *
 * - `pending`: a new secret is being requested.
 * - `inactive`: the platform has stopped the deliveries.
 * - `none`: there is no subscription.
 */
export type SubscriptionState = 'active' | 'pending' | 'inactive' | 'none';

export type SweepHealth = {
  resource: string;
  kind: string;
  /**
   * `never`: no run of the sweep (a repeated read of platform data) has been completed, and none is in progress.
   * `failing`: the last step of the sweep failed and will be retried. `no_scope`: the app lacks the scope of the sweep.
   */
  state: 'never' | 'running' | 'failing' | 'ended' | 'no_scope';
  /** The last complete run of the sweep (a repeated read of platform data); null if there was none. */
  last: { endedAt: string; rows: number; seconds: number } | null;
  running: SweepProgress | null;
  nextAt: string;
  failures: number;
  /**
   * Error code of the last step of the sweep (a repeated read of platform data), if this step failed. Null if it
   * succeeded.
   */
  errorCode: string | null;
};

export type SweepProgress = {
  startedAt: string;
  rows: number;
  rowsPerMinute: number | null;
  /**
   * Creation time (created_at) of the oldest record that the current run has read so far; null if no record has been
   * read.
   */
  reachedBack: string | null;
  /**
   * Estimated end of the current run; null if it cannot be estimated. The platform's lists give no total, so the
   * estimate uses the number of rows of the last complete run. During the first run, this number is not known.
   */
  endsAt: string | null;
};

/**
 * Conditions of the mirror that are reported to the user.
 *
 * - `reconnect`, `grant_scope`: the merchant must act. Without the scope, orders cannot be read.
 * - `paused`: the person who runs the deployment ends the pause with `npm run ops -- resume`.
 * - `sync_failing`: a fault of the app. The read is retried, and the error is in the log.
 *
 * All conditions except `reconnect` and `grant_scope` are reported only to explain why screens may show old data.
 */
export type NextStep =
  | 'reconnect'
  | 'paused'
  | 'grant_scope'
  | 'platform_unreachable'
  | 'sync_failing'
  | 'wait_backfill'
  | 'subscription_inactive_repairing'
  | 'inbox_behind'
  | 'reads_behind'
  | 'none';
