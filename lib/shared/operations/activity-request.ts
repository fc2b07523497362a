import type { Money } from '@/lib/shared/numbers/money';

/**
 * The part of a write's request that is kept for display after the request was deleted. This part never contains
 * personal data.
 */
export type ActivityRequest = {
  status?: string | undefined;
  note?: boolean | undefined;
  tags?: { add: string[]; remove: string[] } | undefined;
  attributes?: string[] | undefined;
  /** Pieces of a shipment. Absent if the write was recorded by a release that did not keep the number. */
  pieces?: number | undefined;
  /** Carrier of a shipment. Absent if the shipment has none. */
  carrier?: string | undefined;
  /** Amount of a refund. Absent if the amount or the order's currency is not known. */
  amount?: Money | undefined;
};
