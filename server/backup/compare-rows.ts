import type { RowCounts } from './count-dump-rows';

/** The number of rows that the dump should have for each table, and whether these numbers are exact. */
export interface ExpectedRows {
  rows: RowCounts;
  /**
   * True if the rows were counted in the same snapshot as the dump. False if they were counted in the database later;
   * rows may have changed between the dump and the count.
   */
  isExact: boolean;
}

/**
 * Share of a table's rows that the dump may lack without an error, if the rows were counted after the dump. Some rows
 * may have been added after the dump, so they cannot be in it.
 */
const newerShareMax = 0.05;

/**
 * Compares the rows of a dump with the expected rows (M18). Returns one line for each table that does not match; the
 * result is empty if all tables match. An exact expected count must be equal to the count in the dump. If the expected
 * count is not exact, a table does not match in two cases: the dump has none of its rows, or lacks more than 5 % of
 * them.
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
