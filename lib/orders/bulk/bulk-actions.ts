import type {
  BulkRequestInput,
  BulkOutcome,
  BulkPreflight,
  BulkRefusal,
} from '@/lib/operations/bulk/bulk-run';

/** A bulk request on orders, before the server has validated it. */
export type BulkRequestDraft = Exclude<BulkRequestInput, { kind: 'adjust_stock' }>;
export type BulkKind = BulkRequestDraft['kind'];

/** Counts of a preflight, without its targets. */
export type PreflightSummary = Omit<BulkPreflight, 'targets'>;

/** The access check of an action may refuse before the use case starts. */
type AccessRefusal = { code: 'signed_out'; status: 401 } | { code: 'reconnect'; status: 401 };

export type BulkStartOutcome = BulkOutcome | AccessRefusal;
export type BulkCheckOutcome =
  | ({ code: 'ready'; status: 200 } & PreflightSummary)
  | BulkRefusal
  | AccessRefusal;

/** Server actions on a selection; the page passes them to its components. */
export type BulkActions = {
  preflight: (command: { installId: string; request: BulkRequestDraft }) => Promise<BulkCheckOutcome>;
  start: (command: {
    installId: string;
    operationId: string;
    request: BulkRequestDraft;
  }) => Promise<BulkStartOutcome>;
};
