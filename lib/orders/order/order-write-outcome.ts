import type { OperationOutcome } from '@/lib/operations/operation-outcome';

/** Result of a successful write to one order. Each operation kind sets only the fields that it knows. */
export type OrderWritten = {
  orderId: string;
  /** The order's status after the write; null or absent if the response does not contain it. */
  orderStatus?: string | null;
  /**
   * True if the platform did not make the status change that belongs to the write, because the order's current status
   * does not allow it (platform: order_status_skipped).
   */
  orderStatusSkipped?: boolean | null;
};

/** Outcome of a write to one order, as the browser receives it. */
export type OrderWriteOutcome = OperationOutcome<OrderWritten>;
