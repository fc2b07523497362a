/**
 * Maximum number of orders in one bulk run. The request budget allows 54 writes per minute, so 1,000 orders take 19
 * minutes, which is about as long as a merchant watches one run. All orders are checked and recorded in one
 * transaction, so their number must be limited. More orders need another bulk run; the runs of one install are served
 * alternately.
 */
export const bulkTargetsMax = 1_000;
