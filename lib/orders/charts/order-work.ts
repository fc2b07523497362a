import type { Money } from '@/lib/shared/numbers/money';

/**
 * Number of orders in each standard view of the orders list. The count of a view stops at `countedMax` (readOrderWork).
 */
export type OrderWork = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', number> & {
  /**
   * Number of orders in cash_to_collect for which the app has stored that cash on delivery was agreed. The app has the
   * payment method only of orders that it created (U2).
   */
  knownCash: number;
};

/**
 * What the orders of each view are worth, one sum for each currency. A view with `countedMax` or more orders has no sums,
 * because not all of its orders are read.
 */
export type WorkSums = Record<'to_review' | 'to_ship' | 'problems', Money[]>;

/** Creation time of the oldest order in each view (RFC 3339; null if the view is empty), and the path of the view. */
export type OldestWork = Record<
  'to_review' | 'to_ship' | 'cash_to_collect' | 'problems',
  { oldestAt: string | null; path: `/${string}` }
>;
