/** Number of orders in each standard view of the orders list. The count stops at a maximum (readOrderWork). */
export type OrderWork = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', number> & {
  /**
   * Number of orders in cash_to_collect whose customers are known to pay cash on delivery. The app knows the payment
   * method only for orders that it created (U2).
   */
  knownCash: number;
};

/** Creation time of the oldest order in each view (RFC 3339; null if the view is empty), and the path of the view. */
export type OldestWork = Record<
  'to_review' | 'to_ship' | 'cash_to_collect' | 'problems',
  { oldestAt: string | null; path: `/${string}` }
>;
