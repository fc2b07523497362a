/** Number of rows of each table of the schema public. The key is the name of the table. */
export type RowCounts = Record<string, number>;

/** The result of counting the rows in a dump in SQL form. */
export interface DumpContent {
  rows: RowCounts;
  /**
   * True if the dump has the last line that pg_dump and pg_restore write. A dump that was cut off does not have this
   * line.
   */
  isComplete: boolean;
}

const copyStart = /^COPY (?:"?public"?\.)"?([^" (]+)"? \(.*\) FROM stdin;$/;
/**
 * Name of a partition, which ends with a date. pg_dump copies each partition under its own name, so the rows of a
 * partition must be added to the rows of its table.
 */
const partition = /^(inbox_bodies)_\d{8}$/;
const lastLine = /^-- PostgreSQL database dump complete$/;

/**
 * Counts the rows of each table in the lines of a dump in SQL form. PostgreSQL escapes line breaks in a value, so one
 * line of a COPY block is one row. The rows of a partition count for its table. A dump with INSERT
 * statements counts as empty.
 */
export async function countDumpRows(lines: AsyncIterable<string> | Iterable<string>): Promise<DumpContent> {
  const rows: RowCounts = {};
  let table: string | undefined;
  let isComplete = false;
  for await (const line of lines) {
    if (table !== undefined) {
      if (line === '\\.') table = undefined;
      else rows[table] = (rows[table] ?? 0) + 1;
      continue;
    }
    const copied = copyStart.exec(line)?.[1];
    table = copied && (partition.exec(copied)?.[1] ?? copied);
    if (table !== undefined) rows[table] ??= 0;
    if (lastLine.test(line)) isComplete = true;
  }
  return { rows, isComplete: isComplete && table === undefined };
}
