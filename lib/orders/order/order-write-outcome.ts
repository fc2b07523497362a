import type { OperationOutcome } from '@/lib/operations/operation-outcome';

/** Result of a successful write to one order; each kind fills its own fields. */
export type OrderWritten = {
  orderId: string;
  /** The order's status after the write; null or absent if the response does not contain it. */
  orderStatus?: string | null;
  /** True if the order's state refused the status change that was due (platform: order_status_skipped). */
  orderStatusSkipped?: boolean | null;
};

/** Outcome of a write to one order, as the browser receives it. */
export type OrderWriteOutcome = OperationOutcome<OrderWritten>;
