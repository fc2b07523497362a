import type {
  BulkRequestInput,
  BulkOutcome,
  BulkPreflight,
  BulkRefusal,
} from '@/lib/operations/bulk/bulk-run';
import type { Busy } from '@/lib/system/http/costly-actions';
import type { RefusalHint } from '@/lib/shared/orders/refusal-hint';

/** Request for a bulk run on orders, before the server has checked it. */
export type BulkRequestDraft = Exclude<BulkRequestInput, { kind: 'adjust_stock' }>;
export type BulkKind = BulkRequestDraft['kind'];

/**
 * Result of the check before a bulk run is started, without the list of orders. `refusals` lists the orders to ship
 * whose customers refused most of their last parcels. `refusals` is null or absent if the user may not see customers,
 * or if the run ships nothing.
 */
export type PreflightSummary = Omit<BulkPreflight, 'targets'> & { refusals?: RefusalHint | null };

/** Refusal by the access check, which runs before each server action. */
type AccessRefusal = { code: 'signed_out'; status: 401 } | { code: 'reconnect'; status: 401 };

export type BulkStartOutcome = BulkOutcome | Busy | AccessRefusal;
export type BulkCheckOutcome =
  | ({ code: 'ready'; status: 200 } & PreflightSummary)
  | BulkRefusal
  | Busy
  | AccessRefusal;

/** The server actions on the selected orders. The screen passes them to its components. */
export type BulkActions = {
  preflight: (command: { installId: string; request: BulkRequestDraft }) => Promise<BulkCheckOutcome>;
  start: (command: {
    installId: string;
    operationId: string;
    request: BulkRequestDraft;
  }) => Promise<BulkStartOutcome>;
};
