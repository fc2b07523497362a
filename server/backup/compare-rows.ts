import type { RowCounts } from './count-dump-rows';

/** How many rows the dump should have, and how exactly that is known. */
export interface ExpectedRows {
  rows: RowCounts;
  /**
   * True if the rows were counted in the snapshot that was dumped. False if they were counted in the database later,
   * which may have changed meanwhile.
   */
  isExact: boolean;
}

/** The share of a table's rows that may be newer than the dump, if the rows were counted later. */
const newerShareMax = 0.05;

/**
 * Compares the rows of a dump with the expected rows (M18). Returns a line for each table of which the dump lacks rows, empty
 * if it lacks none. With an inexact count, an empty table is always an error, and so is a table that lacks more than
 * 5 % of its rows.
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
