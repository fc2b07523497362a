/** How many orders wait in each standard view. A view is counted only up to a maximum (readOrderWork). */
export type OrderWork = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', number> & {
  /**
   * How many of the orders in cash_to_collect are certainly paid in cash on delivery. This is known only for orders
   * that the app created (U2).
   */
  knownCash: number;
};
