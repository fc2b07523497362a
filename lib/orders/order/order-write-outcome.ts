import type { OperationOutcome } from '@/lib/operations/operation-outcome';

/** Result of a successful write to one order. Each kind of write sets only the fields that its response contains. */
export type OrderWritten = {
  orderId: string;
  /** The order's status after the write; null or absent if the response does not contain it. */
  orderStatus?: string | null;
  /**
   * True if the write succeeded but left the order's status unchanged, because this status did not allow the change
   * (platform: order_status_skipped).
   */
  orderStatusSkipped?: boolean | null;
};

/** Result of an attempt to write to one order, as the browser receives it. */
export type OrderWriteOutcome = OperationOutcome<OrderWritten>;
