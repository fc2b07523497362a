/**
 * Orders of one bulk run. At the pace of the budget these take 19 minutes: as long as a person keeps an eye on one
 * piece of work, and they are checked and recorded in one transaction. More is a second run, and runs of one install
 * take turns.
 */
export const bulkTargetsMax = 1_000;
