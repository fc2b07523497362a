import type {
  BulkRequestInput,
  BulkOutcome,
  BulkPreflight,
  BulkRefusal,
} from '@/lib/operations/bulk/bulk-run';

/** What is to be done to many orders, before the server has looked at it. */
export type BulkRequestDraft = Exclude<BulkRequestInput, { kind: 'adjust_stock' }>;
export type BulkKind = BulkRequestDraft['kind'];

/** What a check finds, in numbers. */
export type PreflightSummary = Omit<BulkPreflight, 'targets'>;

/** The door of an action may refuse before its use case has begun. */
type AccessRefusal = { code: 'signed_out'; status: 401 } | { code: 'reconnect'; status: 401 };

export type BulkStartOutcome = BulkOutcome | AccessRefusal;
export type BulkCheckOutcome =
  | ({ code: 'ready'; status: 200 } & PreflightSummary)
  | BulkRefusal
  | AccessRefusal;

/** The server actions on a selection, as the page gives them. */
export type BulkActions = {
  preflight: (command: unknown) => Promise<BulkCheckOutcome>;
  start: (command: unknown) => Promise<BulkStartOutcome>;
};
