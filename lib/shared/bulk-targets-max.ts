/**
 * Maximum number of orders in one bulk run. The request budget allows 54 writes per minute, so 1,000 orders
 * take 19 minutes. We assume that a user watches one run for about 20 minutes. There must be a limit, because
 * all orders are checked and recorded in one transaction. Further orders need another bulk run; several runs
 * of one install take turns.
 */
export const bulkTargetsMax = 1_000;
