import type {
  BulkRequestInput,
  BulkOutcome,
  BulkPreflight,
  BulkRefusal,
} from '@/lib/operations/bulk/bulk-run';

/** Input of a bulk run on orders, before the server has validated it. */
export type BulkRequestDraft = Exclude<BulkRequestInput, { kind: 'adjust_stock' }>;
export type BulkKind = BulkRequestDraft['kind'];

/** Result of the check that is made before a bulk run is started. The list of orders is left out. */
export type PreflightSummary = Omit<BulkPreflight, 'targets'>;

/** Refusal of an action by the access check, which is made before the action itself starts. */
type AccessRefusal = { code: 'signed_out'; status: 401 } | { code: 'reconnect'; status: 401 };

export type BulkStartOutcome = BulkOutcome | AccessRefusal;
export type BulkCheckOutcome =
  | ({ code: 'ready'; status: 200 } & PreflightSummary)
  | BulkRefusal
  | AccessRefusal;

/** The server actions on the selected orders; the screen passes them to its components. */
export type BulkActions = {
  preflight: (command: { installId: string; request: BulkRequestDraft }) => Promise<BulkCheckOutcome>;
  start: (command: {
    installId: string;
    operationId: string;
    request: BulkRequestDraft;
  }) => Promise<BulkStartOutcome>;
};
