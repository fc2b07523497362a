/**
 * Maximum number of orders in one bulk run. The request budget allows 54 writes per minute, so 1,000 orders take 19
 * minutes. We assume that a user watches one run for about 20 minutes. Another reason for the limit is that one
 * transaction checks and records all orders. For more orders, the user starts further bulk runs, which take turns.
 */
export const bulkTargetsMax = 1_000;
