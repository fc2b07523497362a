import 'server-only';
import { numbersOf, patternsOf } from '@/lib/orders/order-search';
import {
  customerStatement,
  numberStatement,
  type OrderKey,
  type OrderScope,
  searchStatement,
  type IndexScan,
  type ScannedRow,
  indexScansOf,
  scanStatement,
} from '@/lib/orders/list/order-statements.server';
import { hasTrigram } from '@/lib/shared/search-patterns';
import type { Tx } from '@/lib/system/db';

/**
 * The sort keys of the orders on one page. `next` is the key after which the next page starts; null on the last page.
 */
export type KeyPage = { keys: OrderKey[]; next: OrderKey | null };

type FoundRow = { id: string; created_at: Date };

/**
 * `scansMax`: how many times one index is scanned for a page at most. `findsMin`: if a scan finds fewer orders than
 * this, its index is not scanned again for the page.
 */
const scansMax = 4;
const findsMin = 6;

/**
 * Finds the sort keys of the orders on one page: the order with exactly the searched number, then the orders whose text
 * or customer matches.
 */
export async function findOrderKeys(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  const first = await findNumber(tx, scope);
  const rest = { ...scope, limit: scope.limit - first.length };
  const { keys, next } = mergePages(await findByText(tx, rest), await findByCustomer(tx, rest), rest);
  return { keys: [...first, ...keys], next };
}

/**
 * Merges two pages of one list. A page that ends at its `next` says nothing about older orders, so the merged page ends
 * at the newer of both ends. An order that is on both pages appears once.
 */
function mergePages(one: KeyPage, other: KeyPage, { limit }: OrderScope): KeyPage {
  const [end = null] = [one.next, other.next].filter((key) => key !== null).toSorted(newestFirst);
  const byId = new Map([...one.keys, ...other.keys].map((key) => [key.id, key]));
  const keys = [...byId.values()]
    .filter((key) => end === null || newestFirst(key, end) <= 0)
    .toSorted(newestFirst);
  return keys.length > limit
    ? { keys: keys.slice(0, limit), next: keys[limit - 1] ?? null }
    : { keys, next: end };
}

/** Compares two orders as the database sorts them (collation C): newest first, then by id. */
function newestFirst(one: OrderKey, other: OrderKey): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

async function findByCustomer(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  if (scope.ofCustomers.length === 0) return { keys: [], next: null };
  return pageOf(await tx.$queryRaw<FoundRow[]>(customerStatement(scope)), scope);
}

/**
 * Finds the orders whose number is exactly the search text. They come first on the first page. The other queries of the
 * search leave them out, so that no order is found twice.
 */
async function findNumber(tx: Tx, scope: OrderScope): Promise<OrderKey[]> {
  if (scope.after || numbersOf(scope.filters.q).length === 0) return [];
  const found = await tx.$queryRaw<FoundRow[]>(numberStatement(scope));
  return found.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime()).map(keyOf);
}

/**
 * Finds one page of the orders whose text matches the search, in up to three steps. The function returns after the
 * first step that fills the page or reaches the last order.
 *
 * 1. The index that is probably fastest is scanned, newest order first. A scan stops after a fixed number of rows, and
 *    the next scan continues there. At most `scansMax` scans are made, and none after a scan that found fewer orders
 *    than `findsMin`.
 * 2. If less than half of the page is filled and a search word is long enough for the trigram index, the result of a
 *    search with that index is returned. If too many orders contain the search words, the result of step 1 is returned.
 * 3. If step 2 does not apply, the other suitable indexes are scanned as in step 1, one after another. If no index
 *    fills the page or reaches the last order, the result that reached the oldest order is returned.
 */
async function findByText(tx: Tx, scope: OrderScope): Promise<KeyPage> {
  const [likely, ...others] = indexScansOf(scope.filters);
  let page = await scanRepeatedly(tx, scope, likely);
  if (isDone(page, scope)) return page;
  if (hasTrigram(patternsOf(scope.filters.q)) && page.keys.length < scope.limit / 2)
    return (await search(tx, scope)) ?? page;
  for (const other of others) {
    const another = await scanRepeatedly(tx, scope, other);
    if (isDone(another, scope)) return another;
    if (isFurther(another, page)) page = another;
  }
  return page;
}

const isDone = ({ keys, next }: KeyPage, { limit }: OrderScope) => next === null || keys.length === limit;

function isFurther(one: KeyPage, other: KeyPage): boolean {
  return one.next !== null && other.next !== null && one.next.createdAt < other.next.createdAt;
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
  return page.next || !last ? page : { ...page, next: keyOf(last) };
}

/** Finds one page of orders with the trigram index. Returns undefined if too many orders contain the search words. */
async function search(tx: Tx, scope: OrderScope): Promise<KeyPage | undefined> {
  const rows = await tx.$queryRaw<(FoundRow | { id: null; created_at: null })[]>(searchStatement(scope));
  const found = rows.filter((row) => row.id !== null);
  return found.length === rows.length ? pageOf(found, scope) : undefined;
}

/**
 * Makes a page of the found rows. The query asks for one row more than the page holds; if it arrives, another page
 * follows.
 */
function pageOf(rows: FoundRow[], { limit }: OrderScope): KeyPage {
  const keys = rows.slice(0, limit).map(keyOf);
  return { keys, next: rows.length > limit ? (keys.at(-1) ?? null) : null };
}

function keyOf({ id, created_at }: FoundRow): OrderKey {
  return { createdAt: created_at.toISOString(), id };
}
