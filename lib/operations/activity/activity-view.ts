import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

/** How what was done stands. open: on its way, or sent and not yet confirmed. */
export const activityStates = ['needs_review', 'open', 'refused', 'succeeded'] as const;
export type ActivityState = (typeof activityStates)[number];

/** What can be done, by the names that operations are recorded under; a whole run on many orders stands for itself. */
export const activityKinds = [
  ...(['create_order', 'patch_order', 'set_order_status', 'create_fulfillment', 'fulfill_rest'] as const),
  ...(['patch_fulfillment', 'create_refund', 'create_movement'] as const),
  ...(['put_webhook', 'delete_webhook', 'test_webhook', 'bulk_run'] as const),
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Stands for whoever signed in without a name, among the subs of launch tokens. */
export const nobody = '-';

/** What the list shows; `person` is the sub of a launch token, days are those of the store (YYYY-MM-DD), inclusive. */
export type ActivityFilters = {
  state?: ActivityState;
  kind?: ActivityKind;
  person?: string;
  from?: string;
  to?: string;
  /** An order's number, or a request id of the platform. */
  q?: string;
};

/** What a write asked for, as far as it is kept: never personal data. */
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
  /** One of activityKinds, or of a version to come. */
  kind: string;
  state: ActivityState;
  requested: ActivityRequest;
  /** null: someone who signed in without a name, or nobody. */
  actor: string | null;
  at: string;
  /** When its first byte may have left; when an attempt last may have had its effect; when it ended. */
  sentAt: string | null;
  outcomeUnknownAt: string | null;
  endedAt: string | null;
  attempts: number;
  /** `number` is null where orders may not be read, or the mirror does not have it. */
  order: { id: string; number: string | null } | null;
  quote: { id: string; number: string | null } | null;
  /** The run that it was an order of. */
  runId: string | null;
  /** The platform's error code, or ours; and where a refused move left the order. */
  refusal: { reason: string; currentStatus: string | null } | null;
  /** No answer came; its effect was found by reading. */
  byReading: boolean;
  /** A person has said what became of it. */
  review: { happened: boolean; by: string | null; at: string } | null;
  requestIds: string[];
};

/** Many at once. */
export type ActivityRun = { type: 'run'; id: string; at: string; run: BulkRunView };

export type ActivityEntry = ActivityOperation | ActivityRun;

/** A page, newest first. It may be short, or empty, and yet have a `next`: so much was looked through. */
export type ActivityPage = { entries: ActivityEntry[]; next: string | null };

/** Somebody who has acted here. */
export type Person = { sub: string; name: string };
