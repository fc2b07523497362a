import type { DiscountState } from '@/lib/discounts/discount-state';
import type { Money } from '@/lib/shared/numbers/money';

/** A row of the discount list. A field is null if the platform did not send the field. Times are RFC 3339. */
export type DiscountItem = {
  id: string;
  state: DiscountState;
  title: string | null;
  code: string | null;
  /** `method`, `valueType` and `target` may have values that the running version of the app does not support (A17). */
  method: string | null;
  valueType: string | null;
  target: string | null;
  percent: number | null;
  amount: Money | null;
  usedCount: number | null;
  usageLimit: number | null;
  onPos: boolean | null;
  online: boolean | null;
  startsAt: string | null;
  endsAt: string | null;
};

/** One page of discounts, newest first. */
export type DiscountPage = {
  discounts: DiscountItem[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /**
   * When all discounts were last read from the platform; null if they were never read. The list shows this time,
   * because the platform has no webhook topic for discounts, so changes appear only after the next read.
   */
  readAt: string | null;
};
