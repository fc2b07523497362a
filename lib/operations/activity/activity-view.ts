import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

/** State of an activity entry. open: not yet sent, or sent and not yet confirmed. */
export const activityStates = ['needs_review', 'open', 'refused', 'succeeded'] as const;
export type ActivityState = (typeof activityStates)[number];

/** Kinds of actions, with the names under which operations are recorded. A bulk run on many orders is one entry. */
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

/** Filter value for users who signed in without a name. Other values are the subs of launch tokens. */
export const nobody = '-';

/** Filters of the list. `person` is the sub of a launch token. Days are days of the store (YYYY-MM-DD), inclusive. */
export type ActivityFilters = {
  state?: ActivityState;
  kind?: ActivityKind;
  person?: string;
  from?: string;
  to?: string;
  /** An order number, or a request id of the platform. */
  q?: string;
};

/** The stored part of what a write requested. It never contains personal data. */
export type ActivityRequest = {
  status?: string | undefined;
  note?: boolean | undefined;
  tags?: { add: string[]; remove: string[] } | undefined;
  attributes?: string[] | undefined;
};

/** One write to the platform. Times are RFC 3339. */
export type ActivityOperation = {
  type: 'operation';
  id: string;
  /** One of activityKinds, or a kind of a newer version. */
  kind: string;
  state: ActivityState;
  requested: ActivityRequest;
  /** null: a user who signed in without a name, or no user. */
  actor: string | null;
  at: string;
  /**
   * `sentAt`: when its first byte may have been sent. `outcomeUnknownAt`: when an attempt last may have taken effect.
   * `endedAt`: when it ended.
   */
  sentAt: string | null;
  outcomeUnknownAt: string | null;
  endedAt: string | null;
  attempts: number;
  /** `number` is null if the app may not read orders, or if the mirror does not have the order. */
  order: { id: string; number: string | null } | null;
  quote: { id: string; number: string | null } | null;
  /** The bulk run that this operation is an item of. */
  runId: string | null;
  /**
   * `reason` is the platform's error code, or ours. `currentStatus` is the status of the order after a refused move.
   */
  refusal: { reason: string; currentStatus: string | null } | null;
  /** True if no answer arrived and the effect was found by reading. */
  byReading: boolean;
  /** Set if a user has resolved the outcome manually. */
  review: { happened: boolean; by: string | null; at: string } | null;
  requestIds: string[];
};

/** A bulk run, shown as one entry. */
export type ActivityRun = { type: 'run'; id: string; at: string; run: BulkRunView };

export type ActivityEntry = ActivityOperation | ActivityRun;

/**
 * A page, newest first. A short or empty page can still have a `next`, because the number of entries examined per page
 * is limited.
 */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null };

/** A user who has acted in this install. */
export type Person = { sub: string; name: string };
