/**
 * Maximum number of orders in one bulk run. The request budget allows 54 writes per minute, so 1,000 orders take 19
 * minutes. We assume that a user watches one run for about 20 minutes. A limit is also needed because all orders are
 * checked and recorded in one transaction. For more orders, the user starts another bulk run. Several runs of one
 * install take turns.
 */
export const bulkTargetsMax = 1_000;
