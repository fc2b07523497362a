import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

/** State of an activity entry. open: the write was not yet sent, or was sent and is not yet confirmed. */
export const activityStates = ['needs_review', 'open', 'refused', 'succeeded'] as const;
export type ActivityState = (typeof activityStates)[number];

/**
 * Kinds of activity entries; the names are those of the recorded operations. A bulk run on many orders is one entry.
 */
export const activityKinds = [
  'create_order',
  'patch_order',
  'set_order_status',
  'create_fulfillment',
  'fulfill_rest',
  'patch_fulfillment',
  'create_refund',
  'create_movement',
  'put_webhook',
  'delete_webhook',
  'test_webhook',
  'bulk_run',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/**
 * Filter value for all users who signed in without a name. Any other value of the filter is the `sub` of a launch
 * token.
 */
export const nobody = '-';

/**
 * Filters of the activity list. `person` is the `sub` of a launch token. Days are calendar days of the store
 * (YYYY-MM-DD), inclusive.
 */
export type ActivityFilters = {
  state?: ActivityState;
  kind?: ActivityKind;
  person?: string;
  from?: string;
  to?: string;
  /** Search text of the activity list: an order number, or a request id of the platform. */
  q?: string;
};

/** The part of a write's request that stays stored. It never contains personal data. */
export type ActivityRequest = {
  status?: string | undefined;
  note?: boolean | undefined;
  tags?: { add: string[]; remove: string[] } | undefined;
  attributes?: string[] | undefined;
};

/** One write to the platform on the Activity screen. Times are RFC 3339. */
export type ActivityOperation = {
  type: 'operation';
  id: string;
  /** One of activityKinds, or a kind that a newer version of the app has recorded. */
  kind: string;
  state: ActivityState;
  requested: ActivityRequest;
  /** The user who requested the write; null for a user who signed in without a name, or if no user requested it. */
  actor: string | null;
  /** True if a customer caused the write by accepting a quote. */
  byCustomer: boolean;
  at: string;
  /**
   * `sentAt`: when the first byte of the write may have been sent. `outcomeUnknownAt`: the last time at which an
   * attempt may have taken effect without a clear response. `endedAt`: when the operation ended.
   */
  sentAt: string | null;
  outcomeUnknownAt: string | null;
  endedAt: string | null;
  attempts: number;
  /**
   * The sales order of the write. `number` is null if the app has no scope to read orders, or if the mirror does not
   * have the order.
   */
  order: { id: string; number: string | null } | null;
  quote: { id: string; number: string | null } | null;
  /** The bulk run to which this operation belongs as an item. */
  runId: string | null;
  /**
   * `reason` is the error code of the platform or of the app. If the platform refused a status change because of the
   * order's status, `currentStatus` is that status.
   */
  refusal: { reason: string; currentStatus: string | null } | null;
  /** True if no response arrived, and the effect of the write was found by reading. */
  byReading: boolean;
  /** Set if a user has checked a needs_review operation and reported its outcome. */
  review: { happened: boolean; by: string | null; at: string } | null;
  requestIds: string[];
};

/** A bulk run as one entry of the Activity screen. */
export type ActivityRun = { type: 'run'; id: string; at: string; run: BulkRunView };

export type ActivityEntry = ActivityOperation | ActivityRun;

/**
 * A page of the activity list, newest first. A page with few or no entries can still have a `next` cursor, because the
 * number of entries that are examined per page is limited.
 */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null };

/** A user who has requested writes in this install. */
export type Person = { sub: string; name: string };
