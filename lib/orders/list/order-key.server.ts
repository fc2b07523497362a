import 'server-only';
import { z } from 'zod';
import { CursorTime } from '@/lib/shared/lists/list-cursor';
import { isByTotal, type OrderSort } from '@/lib/orders/list/order-sort';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Sort key of an order in a list. In a list by time, `place` is created_at (RFC 3339, UTC, milliseconds). In a list by
 * total, `place` is the currency and the total in minor units. Orders with the same place are sorted by id.
 */
export type OrderKey = { sort: OrderSort; place: readonly (string | number)[]; id: string };

/** The columns of an order's row from which its sort key in the list is made. */
export type KeyRow = { id: string; created_at?: Date; currency?: string; total_minor?: bigint };

const Id = z
  .string()
  .max(128)
  .refine((id) => !id.includes('\0'));
const Currency = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'));
const Cursor = z.union([
  z.tuple([z.enum(['newest', 'oldest']), CursorTime, Id]),
  z.tuple([z.enum(['highest', 'lowest']), Currency, z.int(), Id]),
]);

/** Converts a sort key to a cursor. The browser sends the cursor back unchanged. */
export function cursorOf({ sort, place, id }: OrderKey): string {
  return Buffer.from(JSON.stringify([sort, ...place, id]), 'utf8').toString('base64url');
}

/** Converts a cursor to its sort key. Returns null if the text is not a valid cursor. */
export function keyOfCursor(text: string): OrderKey | null {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) return null;
  const [sort, ...rest] = parsed.data;
  return { sort, place: rest.slice(0, -1), id: String(rest.at(-1)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the sort key of a row of the orders list. */
export function keyOfRow(sort: OrderSort, { id, created_at, currency, total_minor }: KeyRow): OrderKey {
  const place = isByTotal(sort)
    ? [currency ?? '', Number(total_minor ?? 0)]
    : [(created_at ?? new Date(0)).toISOString()];
  return { sort, place, id };
}

/** Compares two sort keys in the same way as the database sorts them (collation C). */
export function compareKeys(one: OrderKey, other: OrderKey): number {
  const [mine, theirs] = [
    [...one.place, one.id],
    [...other.place, other.id],
  ];
  const differs = mine.findIndex((value, n) => value !== theirs[n]);
  if (differs < 0) return 0;
  const isLess = (mine[differs] ?? '') < (theirs[differs] ?? '');
  return isLess === isDescending(one.sort) ? 1 : -1;
}

const isDescending = (sort: OrderSort) => sort === 'newest' || sort === 'highest';
const columnsOf = (sort: OrderSort) => (isByTotal(sort) ? ['currency', 'total_minor'] : ['created_at']);

/**
 * SQL of the columns that form the sort key. `table` is the name of the table in the query. The id is returned under
 * the name `id`.
 */
export function keyColumns(sort: OrderSort, table: string, id = 'id'): Prisma.Sql {
  return Prisma.raw([...columnsOf(sort), `${id} AS id`].map((column) => `${table}.${column}`).join(', '));
}

/** SQL for ORDER BY that sorts the rows of a table by their sort key. */
export function keyOrder(sort: OrderSort, table: string, id = 'id'): Prisma.Sql {
  const way = isDescending(sort) ? 'DESC' : 'ASC';
  return Prisma.raw([...columnsOf(sort), id].map((column) => `${table}.${column} ${way}`).join(', '));
}

/** SQL condition for the orders that follow a sort key in the list. */
export function afterKey({ sort, place, id }: OrderKey, table: string, idColumn = 'id'): Prisma.Sql {
  const columns = Prisma.raw([...columnsOf(sort), idColumn].map((column) => `${table}.${column}`).join(', '));
  const than = Prisma.raw(isDescending(sort) ? '<' : '>');
  const [first = '', total = 0] = place;
  const values = isByTotal(sort)
    ? Prisma.sql`${first}, ${String(total)}::bigint`
    : Prisma.sql`${first}::timestamptz`;
  return Prisma.sql`(${columns}) ${than} (${values}, ${id})`;
}
