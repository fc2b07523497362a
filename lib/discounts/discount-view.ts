import type { DiscountState } from '@/lib/discounts/discount-state';
import type { Money } from '@/lib/shared/numbers/money';

/** A discount in the list. null means that the platform did not send the field. Times are RFC 3339. */
export type DiscountItem = {
  id: string;
  state: DiscountState;
  title: string | null;
  code: string | null;
  /** `method`, `valueType` and `target` are open enumerations (A17). */
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
  /** When all discounts were last read from the platform, which has no topic for discounts; null if not yet. */
  readAt: string | null;
};
