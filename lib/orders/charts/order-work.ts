/** How many orders wait in each standard view. A view is counted only up to a maximum (readOrderWork). */
export type OrderWork = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', number> & {
  /**
   * How many of the orders in cash_to_collect are certainly paid in cash on delivery. This is known only for orders
   * that the app created (U2).
   */
  knownCash: number;
};

/** When the oldest order of each view was created (RFC 3339), null if none waits, and the path of the view's list. */
export type OldestWork = Record<
  'to_review' | 'to_ship' | 'cash_to_collect' | 'problems',
  { oldestAt: string | null; path: `/${string}` }
>;
