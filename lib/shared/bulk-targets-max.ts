/**
 * Maximum number of orders in one bulk run. At the pace of the request budget, 1,000 orders take 19 minutes. A merchant
 * watches one piece of work about that long. All orders are checked and recorded in one transaction. More orders need a
 * second run; the runs of one install are served alternately.
 */
export const bulkTargetsMax = 1_000;
