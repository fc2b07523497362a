import type { OperationOutcome } from '@/lib/operations/operation-outcome';

/** Result of a successful write to one order. Each operation kind sets only the fields that it knows. */
export type OrderWritten = {
  orderId: string;
  /** The order's status after the write; null or absent if the response does not contain it. */
  orderStatus?: string | null;
  /**
   * True if the write succeeded but left the order's status as it was. Normally the write changes the status, but the
   * order's current status does not allow that change (platform: order_status_skipped).
   */
  orderStatusSkipped?: boolean | null;
};

/** Outcome of a write to one order, as the browser receives it. */
export type OrderWriteOutcome = OperationOutcome<OrderWritten>;
