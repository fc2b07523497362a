import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';
import type { ActivityRequest } from '@/lib/shared/operations/activity-request';
import { type KindName, kindNames } from '@/lib/shared/operations/kind-endpoints';

/**
 * State of a write to the platform. `open`: the write waits to be sent, or it was sent and its outcome is not known
 * yet.
 */
export const activityStates = ['needs_review', 'open', 'refused', 'succeeded'] as const;
export type ActivityState = (typeof activityStates)[number];

/** Kinds of entries: the kinds of writes, and `bulk_run`. A bulk run on many orders is one entry. */
export const activityKinds: readonly (KindName | 'bulk_run')[] = [...kindNames, 'bulk_run'];
export type ActivityKind = (typeof activityKinds)[number];

/**
 * Value of the filter `person` for the writes without a `sub` (the user's id in the launch token). Either no user
 * requested such a write, or the launch token contained no `sub`.
 */
export const nobody = '-';

/**
 * Filters of the activity list. `person` is a user, identified by the `sub` of the launch token. `from` and
 * `to` are calendar days of the store (YYYY-MM-DD), inclusive.
 */
export type ActivityFilters = {
  state?: ActivityState;
  kind?: ActivityKind;
  person?: string;
  from?: string;
  to?: string;
  /** Search text: an order number, a request id of the platform or the id of the write. */
  q?: string;
};

/** One write to the platform on the Activity screen. Times are RFC 3339. */
export type ActivityOperation = {
  type: 'operation';
  id: string;
  /** Kind of the entry: one of activityKinds, or a kind that a newer version of the app has added. */
  kind: string;
  /** True if the write would have a second effect if a user repeated it (OperationKind). Also true for an unknown kind. */
  doublesIfRepeated: boolean;
  state: ActivityState;
  requested: ActivityRequest;
  /** Name or `sub` of the user who requested the write; null if neither is known, or if no user requested the write. */
  actor: string | null;
  /** True if a customer caused the write by accepting a quote. */
  byCustomer: boolean;
  at: string;
  /**
   * Times of the write. Each time is null if it was not reached yet.
   *
   * - `sentAt`: when the first attempt to send the write began
   * - `outcomeUnknownAt`: end of the last attempt that got no clear response and may have taken effect
   * - `endedAt`: when the outcome was recorded
   */
  sentAt: string | null;
  outcomeUnknownAt: string | null;
  endedAt: string | null;
  attempts: number;
  /**
   * The order of the write; null if there is none. `number` is null if the app has no scope to read orders, or if the
   * mirror (our copy of the platform's data) does not contain the order.
   */
  order: { id: string; number: string | null } | null;
  quote: { id: string; number: string | null } | null;
  /** Id of the bulk run that caused the write; null if the write belongs to no bulk run. */
  runId: string | null;
  /**
   * Set if the write was refused. `reason` is the error code of the platform or of the app. `currentStatus` is the
   * status of the order, or of the shipment for `patch_fulfillment`, if the platform refused the change because of it.
   */
  refusal: { reason: string; currentStatus: string | null } | null;
  /** True if no clear response arrived, and a later read of the platform showed that the write had taken effect. */
  byReading: boolean;
  /**
   * Set if a user has reported the outcome of a write that needed review. `happened`: whether the user reported that
   * the write took effect. `by`: the name of this user.
   */
  review: { happened: boolean; by: string | null; at: string } | null;
  requestIds: string[];
};

/** A bulk run as one entry of the Activity screen. */
export type ActivityRun = { type: 'run'; id: string; at: string; run: BulkRunView };

export type ActivityEntry = ActivityOperation | ActivityRun;

/**
 * A page of the activity list, newest entry first. `next` is the cursor of the next page; null on the last page. A page
 * examines only a limited number of entries, and not all of them match the filters. So even a page with few or no
 * entries can have a next page.
 */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null };

/** A user of the store who has requested writes. `sub` identifies the user. */
export type Person = { sub: string; name: string };
