import type { DiscountState } from '@/lib/discounts/discount-state';
import type { Money } from '@/lib/shared/numbers/money';

/** A discount as the list shows it: null is what the platform did not say. Times are RFC 3339. */
export type DiscountItem = {
  id: string;
  state: DiscountState;
  title: string | null;
  code: string | null;
  /** The three are open enumerations (A17). */
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

/** One page, newest first. */
export type DiscountPage = {
  discounts: DiscountItem[];
  /** Where the next one begins; null: this is the last. */
  next: string | null;
  /** When all of them were last read from the platform, which has no topic for them; null: not yet. */
  readAt: string | null;
};
