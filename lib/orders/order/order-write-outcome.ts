import type { OperationOutcome } from '@/lib/operations/operation-outcome';

/** What a success of a write to one order tells; each kind tells its own part. */
export type OrderWritten = {
  orderId: string;
  /** Where it left the order; null or absent: the answer did not say. */
  orderStatus?: string | null;
  /** The order's state refused the move that was due (platform: order_status_skipped). */
  orderStatusSkipped?: boolean | null;
};

/** What the browser learns of a write to one order. */
export type OrderWriteOutcome = OperationOutcome<OrderWritten>;
