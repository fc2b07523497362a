import { positionOf, type Rows } from '@/sandbox/world/table';
import type { Variation } from './variation';

/** Selects a page of a list: where it starts, how many rows it has, and how the list is sorted. */
export type PageRequest = { cursor?: string | undefined; limit: number; sort?: Variation['sort'] };

type Dated = { id: string; store_id: string; created_at: string };

/**
 * Returns the page of rows after the cursor, or null if the cursor is malformed. Rows are sorted newest first (A6,
 * A27), or oldest first if `query.sort` is `oldest_first`.
 *
 * `mayMatch` gets the index of a row. If it returns false, the row is left out without being read. Pass `mayMatch` if
 * reading a row of the table is expensive.
 */
export function pageOfRows<Row extends Dated>(
  rows: Rows<Row>,
  query: PageRequest,
  matches: (row: Row) => boolean,
  mayMatch: (index: number) => boolean = () => true,
): { rows: Row[]; nextCursor: string | null } | null {
  const place = query.cursor === undefined ? null : readCursor(query.cursor);
  if (place === undefined) return null;
  const found: Row[] = [];
  const step = query.sort === 'oldest_first' ? 1 : -1;
  let index = place ? positionOf(rows, place) : step === 1 ? 0 : rows.length;
  if (step === -1) index--;
  else if (place && rows.at(index)?.id === place.id) index++;
  // The loop collects one row more than the limit, to find out whether there is a next page.
  for (; index >= 0 && index < rows.length && found.length <= query.limit; index += step) {
    if (!mayMatch(index)) continue;
    const row = rows.at(index);
    if (row && matches(row)) found.push(row);
  }
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: found.length > query.limit && last ? cursorOf(last) : null };
}

// Maximum time in a filter. A later time is replaced by this maximum, because the ISO text of a year after 9999 would
// not sort correctly.
const lastInstantMs = Date.UTC(9999, 11, 31);

/** Converts a timestamp to the text format of the stored records, so that times can be compared as text. */
export function instantOf(timestamp: string): string {
  return new Date(Math.min(Date.parse(timestamp), lastInstantMs)).toISOString();
}

/**
 * Builds the cursor of a list from the row's created_at and id. The two values never change, so the cursor stays valid
 * while the data changes (LIST-3).
 */
function cursorOf(row: { created_at: string; id: string }): string {
  return Buffer.from(`${row.created_at} ${row.id}`).toString('base64url');
}

/** True if the request has no cursor, or if its cursor has the format of the cursors that the API returns. */
export function isCursor(cursor: string | undefined): boolean {
  return cursor === undefined || readCursor(cursor) !== undefined;
}

function readCursor(cursor: string): { created_at: string; id: string } | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z]+_[0-9a-f]+)$/.exec(text);
  const [, createdAt, id] = match ?? [];
  if (createdAt === undefined || id === undefined) return undefined;
  const place = { created_at: createdAt, id };
  // The decoder ignores characters that are not base64url, so different texts can have the same decoded value. A cursor
  // is accepted only if it is exactly the text that the API makes from that value.
  return cursorOf(place) === cursor ? place : undefined;
}
