import { positionOf, type Rows } from '@/sandbox/world/table';
import type { Variation } from './variation';

/** Which page of a list is requested. */
export type PageRequest = { cursor?: string | undefined; limit: number; sort?: Variation['sort'] };

type Dated = { id: string; store_id: string; created_at: string };

/**
 * Returns a page after the cursor, newest first (A6, A27), or oldest first if a variation requires it. null: the cursor
 * is malformed. `mayMatch` rules out positions without reading their rows, for tables where reading a row is expensive.
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
  // Collects one row more than the limit, to find out whether there is a next page.
  for (; index >= 0 && index < rows.length && found.length <= query.limit; index += step) {
    if (!mayMatch(index)) continue;
    const row = rows.at(index);
    if (row && matches(row)) found.push(row);
  }
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: found.length > query.limit && last ? cursorOf(last) : null };
}

// Later instants are clamped: after the year 9999 their ISO text would not sort correctly.
const lastInstantMs = Date.UTC(9999, 11, 31);

/** Converts a timestamp to the format stored in the world, so that instants can be compared as text. */
export function instantOf(timestamp: string): string {
  return new Date(Math.min(Date.parse(timestamp), lastInstantMs)).toISOString();
}

/** The cursor is built from the immutable created_at and the id, so it stays valid while the data changes (LIST-3). */
function cursorOf(row: { created_at: string; id: string }): string {
  return Buffer.from(`${row.created_at} ${row.id}`).toString('base64url');
}

/** True for no cursor, or for a cursor that any list returned. */
export function isCursor(cursor: string | undefined): boolean {
  return cursor === undefined || readCursor(cursor) !== undefined;
}

function readCursor(cursor: string): { created_at: string; id: string } | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z]+_[0-9a-f]+)$/.exec(text);
  const [, createdAt, id] = match ?? [];
  if (createdAt === undefined || id === undefined) return undefined;
  const place = { created_at: createdAt, id };
  // Decoding ignores characters that are not base64url. Only a cursor that encodes back to the same text is accepted.
  return cursorOf(place) === cursor ? place : undefined;
}
