import type { RowCounts } from './count-dump-rows';

/** The number of rows that the dump should have for each table, and whether these numbers are exact. */
export interface ExpectedRows {
  rows: RowCounts;
  /**
   * True if the rows were counted in the same snapshot as the dump. False if they were counted in the database later,
   * when rows may already have changed.
   */
  isExact: boolean;
}

/**
 * Share of a table's rows that the dump may lack without an error, if the rows were counted after the dump. The reason:
 * rows may have been added after the dump.
 */
const newerShareMax = 0.05;

/**
 * Compares the rows of a dump with the expected rows (M18). Returns one line for each table that does not match; the
 * result is empty if all tables match. If the expected count is exact, the counts must be equal. If the expected count
 * is not exact, a table fails the check in two cases: the dump has none of its rows, or more than 5 % of its rows are
 * missing.
 */
export function compareRows(dump: RowCounts, expected: ExpectedRows): string[] {
  return Object.entries(expected.rows).flatMap(([table, count]) => {
    const found = dump[table];
    if (found === undefined)
      return count > 0 || expected.isExact
        ? [`${table}: the dump has no data of this table; the database has ${count} rows`]
        : [];
    const isShort = expected.isExact
      ? found !== count
      : found < count && (found === 0 || count - found > count * newerShareMax);
    return isShort ? [`${table}: the dump has ${found} rows; the database has ${count}`] : [];
  });
}
