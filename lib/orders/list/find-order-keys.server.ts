import 'server-only';
import { numbersOf, patternsOf } from '@/lib/orders/order-search';
import { compareKeys, keyOfRow, type KeyRow, type OrderKey } from '@/lib/orders/list/order-key.server';
import { isByTotal } from '@/lib/orders/list/order-sort';
import {
  customerStatement,
  gatherStatement,
  numberStatement,
  type OrderScope,
  searchStatement,
  sortOf,
  type IndexScan,
  type ScannedRow,
  indexScansOf,
  scanStatement,
} from '@/lib/orders/list/order-statements.server';
import { hasTrigram } from '@/lib/shared/search-patterns';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * The sort keys of the orders on one page of the orders list. `next` is the sort key after which the next page starts;
 * null on the last page.
 */
export type KeyPage = { keys: OrderKey[]; next: OrderKey | null };

/**
 * `scansMax`: maximum number of scans of one index for a page. `findsMin`: a scan that finds fewer orders
 * than this is the last scan of its index.
 */
const scansMax = 4;
const findsMin = 6;

/**
 * Finds the sort keys of the orders on one page. If the search text is exactly the number of an order, this order is
 * first. The orders whose text or customer matches the search follow.
 */
export async function findOrderKeys(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  const first = await findNumber(tx, scope);
  const rest = { ...scope, limit: scope.limit - first.length };
  const { keys, next } = mergePages(await findByText(tx, rest), await findByCustomer(tx, rest), rest);
  return { keys: [...first, ...keys], next };
}

/**
 * Merges two pages of the same list. If a page has a `next`, the orders after `next` are not on this page. So the
 * merged page ends at the earlier one of the two `next` keys. An order that is on both pages appears once.
 */
function mergePages(one: KeyPage, other: KeyPage, { limit }: OrderScope): KeyPage {
  const [end = null] = [one.next, other.next].filter((key) => key !== null).toSorted(compareKeys);
  const byId = new Map([...one.keys, ...other.keys].map((key) => [key.id, key]));
  const keys = [...byId.values()]
    .filter((key) => end === null || compareKeys(key, end) <= 0)
    .toSorted(compareKeys);
  return keys.length > limit
    ? { keys: keys.slice(0, limit), next: keys[limit - 1] ?? null }
    : { keys, next: end };
}

async function findByCustomer(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  if (scope.ofCustomers.length === 0) return { keys: [], next: null };
  return pageOf(await tx.$queryRaw<KeyRow[]>(customerStatement(scope)), scope);
}

/**
 * Finds the orders whose number is exactly the search text, for the top of the first page. The other queries of the
 * search leave these orders out, so that no order appears twice.
 */
async function findNumber(tx: Tx, scope: OrderScope): Promise<OrderKey[]> {
  if (scope.after || numbersOf(scope.filters.q).length === 0) return [];
  const found = await tx.$queryRaw<KeyRow[]>(numberStatement(scope));
  return found.map((row) => keyOfRow(sortOf(scope), row)).toSorted(compareKeys);
}

/**
 * Finds one page of the orders whose text matches the search, in up to three steps. The function returns after the
 * first step that fills the page or reaches the last order.
 *
 * 1. The index that is probably fastest is scanned, in the sort order of the list. A scan stops after a fixed number of
 *    rows, and the next scan continues there. At most `scansMax` scans are made. A scan that finds fewer than
 *    `findsMin` orders is the last one.
 * 2. If less than half of the page is filled and a search word is long enough, the trigram index is searched. The
 *    result of this search is returned, or the result of step 1 if too many orders contain the search words.
 * 3. If step 2 is not made, the other suitable indexes are scanned in the same way, one after another. If no scan fills
 *    the page or reaches the last order, the result of the scan that came furthest in the list is returned.
 *
 * A list by total has no other index. If less than half of its page is filled, step 3 is different: the orders that
 * match one filter are found by an index and then sorted.
 */
async function findByText(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  const [likely, ...others] = indexScansOf(scope.filters);
  let page = await scanRepeatedly(tx, scope, likely);
  if (isDone(page, scope)) return page;
  const isSparse = page.keys.length < scope.limit / 2;
  if (hasTrigram(patternsOf(scope.filters.q)) && isSparse)
    return (await findAll(tx, scope, searchStatement)) ?? page;
  if (isByTotal(sortOf(scope)) && isSparse) return (await findAll(tx, scope, gatherStatement)) ?? page;
  for (const other of others) {
    const another = await scanRepeatedly(tx, scope, other);
    if (isDone(another, scope)) return another;
    if (isFurther(another, page)) page = another;
  }
  return page;
}

const isDone = ({ keys, next }: KeyPage, { limit }: OrderScope) => next === null || keys.length === limit;

function isFurther(one: KeyPage, other: KeyPage): boolean {
  return one.next !== null && other.next !== null && compareKeys(one.next, other.next) > 0;
}

async function scanRepeatedly(tx: Tx, scope: OrderScope, along: IndexScan): Promise<KeyPage> {
  let page: KeyPage = { keys: [], next: scope.after ?? null };
  for (let n = 0; n < scansMax; n++) {
    const rest = { ...scope, after: page.next ?? undefined, limit: scope.limit - page.keys.length };
    const { keys, next } = await scanOnce(tx, rest, along);
    page = { keys: [...page.keys, ...keys], next };
    if (isDone(page, scope) || keys.length < findsMin) break;
  }
  return page;
}

async function scanOnce(tx: Tx, scope: OrderScope, along: IndexScan): Promise<KeyPage> {
  const rows = await tx.$queryRaw<ScannedRow[]>(scanStatement(scope, along));
  const page = pageOf(
    rows.filter(({ fits }) => fits),
    scope,
  );
  const last = rows.find((row) => row.last);
  return page.next || !last ? page : { ...page, next: keyOfRow(sortOf(scope), last) };
}

/**
 * Finds one page with a statement that finds all matching orders and sorts them. Returns undefined if too many orders
 * match.
 */
async function findAll(
  tx: Tx,
  scope: OrderScope,
  statement: (scope: OrderScope) => Prisma.Sql,
): Promise<KeyPage | undefined> {
  const rows = await tx.$queryRaw<(KeyRow | { id: null })[]>(statement(scope));
  const found = rows.filter((row) => row.id !== null);
  return found.length === rows.length ? pageOf(found, scope) : undefined;
}

/**
 * Makes a page from the rows that were found. The query may return one row more than the page can have. The additional
 * row shows that another page follows.
 */
function pageOf(rows: KeyRow[], scope: OrderScope): KeyPage {
  const keys = rows.slice(0, scope.limit).map((row) => keyOfRow(sortOf(scope), row));
  return { keys, next: rows.length > scope.limit ? (keys.at(-1) ?? null) : null };
}
