import 'server-only';
import {
  afterKey,
  keyColumns,
  keyOrder,
  type KeyRow,
  type OrderKey,
} from '@/lib/orders/list/order-key.server';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { isByTotal, type OrderSort, usualSort } from '@/lib/orders/list/order-sort';
import { paymentIs, paymentIsOneOf } from '@/lib/orders/list/payment-condition.server';
import { distinctPayments } from '@/lib/orders/list/payment-filter';
import { numbersOf, patternsOf } from '@/lib/orders/order-search';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Input of the SQL statements of the orders list.
 *
 * - `mayKnow`: the user may see customers
 * - `ofCustomers`: ids of the orders that the search finds by customer (findCustomerOrders)
 * - `after`: sort key of the last order on the previous page; undefined on the first page
 * - `limit`: maximum number of orders
 */
export type OrderScope = {
  installId: InstallId;
  mayKnow: boolean;
  ofCustomers: readonly string[];
  filters: OrderListFilters;
  after: OrderKey | undefined;
  limit: number;
};

/** The sort order of the list. */
export const sortOf = ({ filters }: OrderScope): OrderSort => filters.sort ?? usualSort;

/**
 * A row that an index scan returns. `fits`: the order matches the filters. `last`: this is the last row that the scan
 * examined.
 */
export type ScannedRow = KeyRow & { fits: boolean; last: boolean };

/** The filters of the orders list for which there is an index. */
type Filter = 'tag' | 'status' | 'payment' | 'source';

/**
 * An index that is scanned in the sort order of the list. `covers`: the filters that the index itself applies. For any
 * other filter, PostgreSQL must read the row of each order.
 */
export type IndexScan = { covers: readonly Filter[] };

/**
 * Maximum number of index scans in one statement. Each combination of filter values has its own scan, so that
 * PostgreSQL need not sort the combined rows. Planning one scan takes PostgreSQL about 0.2 ms, so the number of scans
 * is limited.
 */
const branchesMax = 12;
/**
 * Maximum number of rows that one scan examines. Reading so many rows takes about 5 ms. If the rows are scattered over
 * the table, reading takes longer, so the smaller maximum `scatteredMax` applies.
 */
const scannedMax = 2_500;
const scatteredMax = 1_000;
/**
 * Maximum number of orders that a search with the trigram index may find. Sorting them by time takes about 20 ms. If
 * more orders contain the search words, the search returns no orders.
 */
const foundMax = 2_000;
/**
 * Maximum number of orders that are found by one filter and then sorted by total. Reading their rows takes about 20 ms.
 */
const gatheredMax = 4_000;

/**
 * Returns the indexes that may be scanned for the given filters. The index that is probably the fastest comes first. A
 * list by total has only one index for each status and one for all orders.
 */
export function indexScansOf({
  tag,
  status,
  payment,
  source,
  sort,
}: OrderListFilters): [IndexScan, ...IndexScan[]] {
  if (isByTotal(sort ?? usualSort)) return [{ covers: status ? ['status'] : [] }];
  const scans: IndexScan[] = [];
  const isPair = status && payment && status.length * payment.length <= branchesMax;
  if (isPair) scans.push({ covers: ['status', 'payment'] });
  if (status && !isPair) scans.push({ covers: ['status'] });
  if (source) scans.push({ covers: ['source'] });
  if (payment && !isPair) scans.push({ covers: ['payment'] });
  // The index of tags is scanned last, because it is probably the slowest. The index belongs to a small table without
  // the columns of the other filters, so PostgreSQL must also read the row of each order.
  if (tag) scans.push({ covers: ['tag'] });
  const [first = { covers: [] }, ...others] = scans;
  return [first, ...others];
}

/**
 * SQL that scans one index in the sort order of the list. The SQL returns at most one row more than requested. Filters
 * that are not in `covers` must be checked in the rows of the orders. If there are such filters, the scan stops after a
 * fixed number of rows. `fits` is true for the rows that match the filters, and `last` is true for the row at which the
 * scan stopped.
 */
export function scanStatement(scope: OrderScope, { covers }: IndexScan): Prisma.Sql {
  const limit = scope.limit + 1;
  const conditions = conditionsOf(scope, covers);
  const [columns, order] = [keyColumns(sortOf(scope), 'scanned'), keyOrder(sortOf(scope), 'scanned')];
  if (conditions.length === 0)
    return Prisma.sql`
      SELECT ${columns}, fits, false AS last FROM (${inSequence(scope, covers, { limit })}) AS scanned
      ORDER BY ${order} LIMIT ${limit}`;
  const isScattered =
    isByTotal(sortOf(scope)) || covers.includes('tag') || (scope.filters.q && covers.length > 0);
  const max = isScattered ? scatteredMax : scannedMax;
  return Prisma.sql`
    SELECT ${columns}, fits, place = ${max} AS last FROM (
      SELECT ${columns}, fits IS TRUE AS fits, row_number() OVER (ORDER BY ${order}) AS place
      FROM (${inSequence(scope, covers, { condition: all(conditions), limit: max })}) AS scanned
      ORDER BY ${order} LIMIT ${max}
    ) AS scanned
    WHERE fits OR place = ${max}
    ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * SQL for one page of a list by total if few orders match the filters. The index of one filter finds the orders, which
 * are then sorted. If the index finds more than `gatheredMax` orders, the first row has a null id.
 */
export function gatherStatement(scope: OrderScope): Prisma.Sql {
  const filters = { ...scope.filters, sort: undefined };
  const [{ covers }] = indexScansOf(filters);
  const listed = inSequence({ ...scope, filters, after: undefined }, covers, { limit: gatheredMax });
  const noKey = Prisma.sql`NULL::text AS currency, NULL::bigint AS total_minor, NULL::text AS id`;
  return Prisma.sql`
    WITH gathered AS MATERIALIZED (SELECT listed.id FROM (${listed}) AS listed LIMIT ${gatheredMax})
    SELECT ${noKey} FROM gathered HAVING count(*) >= ${gatheredMax}
    UNION ALL (
      SELECT ${keyColumns(sortOf(scope), 'o')}
      FROM gathered g JOIN orders o ON o.install_id = ${scope.installId} AND o.id = g.id
      WHERE ${all([...afterCondition(scope, 'o'), ...conditionsOf(scope, covers)])}
      ORDER BY ${keyOrder(sortOf(scope), 'o')} LIMIT ${scope.limit + 1})`;
}

/**
 * SQL for the orders whose number is exactly the search text and that match the other filters. There are few such
 * orders, so the result is not sorted.
 */
export function numberStatement(scope: OrderScope): Prisma.Sql {
  const { installId, filters } = scope;
  return Prisma.sql`
    SELECT ${keyColumns(sortOf(scope), 'o')} FROM orders o
    WHERE o.install_id = ${installId} AND o.deleted_at IS NULL AND o.order_number = ANY(${numbersOf(filters.q)})
      AND ${all(otherConditions(scope))}
    LIMIT 10`;
}

/** SQL for one page of the orders that the search finds by customer and that match the other filters. */
export function customerStatement(scope: OrderScope): Prisma.Sql {
  const { installId, filters, ofCustomers } = scope;
  return Prisma.sql`
    SELECT ${keyColumns(sortOf(scope), 'o')} FROM orders o
    WHERE o.install_id = ${installId} AND o.deleted_at IS NULL AND o.id = ANY(${[...ofCustomers]})
      AND ${all([...numberCondition(filters), ...otherConditions(scope)])}
    ORDER BY ${keyOrder(sortOf(scope), 'o')} LIMIT ${scope.limit + 1}`;
}

/**
 * SQL for one page of a search with the trigram index. The function `search_orders` finds the orders that contain the
 * search words. If there are more than `foundMax` of these orders, the first row has a null id.
 *
 * In a list by time, the orders are sorted first and then joined with the table `orders` (as `o`), to apply the
 * filters. After the sort, PostgreSQL reads rows of `orders` only until the page is full. In a list by total, all rows
 * are read first and then sorted.
 */
export function searchStatement(scope: OrderScope): Prisma.Sql {
  const { installId, filters } = scope;
  const sort = sortOf(scope);
  const byTime = Prisma.raw(sort === 'oldest' ? 'ASC' : 'DESC');
  const found = Prisma.sql`search_orders(${patternsOf(filters.q)}, ${foundMax}::integer)`;
  const [columns, sorted, order] = isByTotal(sort)
    ? [Prisma.sql`o.currency, o.total_minor`, found, Prisma.sql`found.id IS NOT NULL, ${keyOrder(sort, 'o')}`]
    : [
        Prisma.sql`found.created_at`,
        Prisma.sql`(SELECT id, created_at FROM ${found} ORDER BY created_at ${byTime} NULLS FIRST, id ${byTime})`,
        Prisma.sql`found.created_at ${byTime} NULLS FIRST, found.id ${byTime}`,
      ];
  return Prisma.sql`
    SELECT found.id, ${columns} FROM ${sorted} AS found
    LEFT JOIN orders o ON o.install_id = ${installId} AND o.id = found.id
    WHERE found.id IS NULL OR ${all([...numberCondition(filters), ...otherConditions(scope)])}
    ORDER BY ${order} LIMIT ${scope.limit + 1}`;
}

/**
 * SQL that scans an index once for each combination of filter values. Each scan has its own ORDER BY and LIMIT, so that
 * PostgreSQL need not sort all rows.
 */
function inSequence(
  scope: OrderScope,
  covers: readonly Filter[],
  { condition, limit }: { condition?: Prisma.Sql; limit: number },
): Prisma.Sql {
  if (covers.includes('tag')) return byTag(scope, { condition, limit });
  const sort = sortOf(scope);
  const list = (conditions: Prisma.Sql[]) => Prisma.sql`(
    SELECT ${keyColumns(sort, 'o')}, ${condition ?? Prisma.sql`true`} AS fits FROM orders o
    WHERE o.install_id = ${scope.installId} AND o.deleted_at IS NULL AND ${all([...conditions, ...within(scope, 'o')])}
    ORDER BY ${keyOrder(sort, 'o')} LIMIT ${limit})`;
  const { status, payment, source } = scope.filters;
  const each = (filter: Filter, values: string[] | undefined, is: (value: string) => Prisma.Sql) =>
    covers.includes(filter) && values ? values.map((value) => [is(value)]) : [[]];
  const statuses = each('status', status, (value) => Prisma.sql`o.status = ${value}`);
  const payments = each('payment', payment && distinctPayments(payment), paymentIs);
  const [ofSource = []] = each(
    'source',
    source ? [source] : undefined,
    (value) => Prisma.sql`o.source = ${value}`,
  );
  return Prisma.join(
    statuses.flatMap((one) => payments.map((other) => list([...one, ...other, ...ofSource]))),
    ' UNION ALL ',
  );
}

function byTag(
  scope: OrderScope,
  { condition, limit }: { condition: Prisma.Sql | undefined; limit: number },
): Prisma.Sql {
  const { installId, filters } = scope;
  const sort = sortOf(scope);
  // `fits` must be a scalar subquery, so that PostgreSQL looks up one order per row. With EXISTS, PostgreSQL
  // might read all orders into a hash table.
  const fits = condition
    ? Prisma.sql`(SELECT ${condition} FROM orders o WHERE o.install_id = ${installId} AND o.id = t.order_id)`
    : Prisma.sql`true`;
  return Prisma.sql`(
    SELECT ${keyColumns(sort, 't', 'order_id')}, ${fits} AS fits FROM order_tags t
    WHERE t.install_id = ${installId} AND t.tag = fold_tag(${filters.tag}) AND ${all(within(scope, 't', 'order_id'))}
    ORDER BY ${keyOrder(sort, 't', 'order_id')} LIMIT ${limit})`;
}

/**
 * Returns the conditions of the filters that the scanned index does not cover. PostgreSQL must check these conditions
 * for each row.
 */
function conditionsOf(scope: OrderScope, covers: readonly Filter[]): Prisma.Sql[] {
  const { from, to, ...others } = conditionsByFilter(scope, covers);
  const patterns = patternsOf(scope.filters.q);
  return [
    // The filters `from` and `to` need a condition only in a list by total. In a list by time, the function `within`
    // already limits the index scan to the time from `from` to `to`.
    ...(isByTotal(sortOf(scope)) ? [...from, ...to] : []),
    ...Object.values(others).flat(),
    ...(patterns.length > 0 ? [Prisma.sql`o.search_text LIKE ALL(${patterns})`] : []),
  ];
}

/**
 * Returns the SQL conditions of each filter on the row `o` of an order. A filter in `covers` needs no condition,
 * because the index in use already applies it. The return type requires an entry for each filter, so a new filter
 * cannot be forgotten here. The words of the search text have no condition here, because each kind of search finds them
 * in its own way.
 */
function conditionsByFilter(
  scope: OrderScope,
  covers: readonly Filter[],
): Record<keyof OrderListFilters, Prisma.Sql[]> {
  const { filters } = scope;
  const { status, payment, source, from, to } = filters;
  const open = (filter: Filter, condition: Prisma.Sql) => (covers.includes(filter) ? [] : [condition]);
  return {
    status: status ? open('status', Prisma.sql`o.status = ANY(${status})`) : [],
    payment: payment ? open('payment', paymentIsOneOf(payment)) : [],
    source: source ? open('source', Prisma.sql`o.source = ${source}`) : [],
    tag: tagCondition(scope, covers),
    from: dateConditions({ from }, 'o'),
    to: dateConditions({ to }, 'o'),
    q: numberCondition(filters),
    sort: [],
  };
}

function tagCondition({ installId, filters }: OrderScope, covers: readonly Filter[]): Prisma.Sql[] {
  if (!filters.tag || covers.includes('tag')) return [];
  return [
    Prisma.sql`(SELECT true FROM order_tags t WHERE t.install_id = ${installId}
      AND t.tag = fold_tag(${filters.tag}) AND t.created_at = o.created_at AND t.order_id = o.id)`,
  ];
}

/**
 * Leaves out the orders whose number is exactly the search text, because they are already at the top of the first page.
 */
function numberCondition({ q }: OrderListFilters): Prisma.Sql[] {
  const numbers = numbersOf(q);
  return numbers.length > 0 ? [Prisma.sql`o.order_number <> ALL(${numbers})`] : [];
}

/** SQL conditions of all filters except the search text, for statements that scan no index of the list. */
function otherConditions(scope: OrderScope): Prisma.Sql[] {
  const { q: _, ...conditions } = conditionsByFilter(scope, []);
  return [...afterCondition(scope, 'o'), ...Object.values(conditions).flat()];
}

type IdColumn = 'id' | 'order_id';

/** SQL conditions that limit the part of an index that a scan reads. */
function within(scope: OrderScope, table: 'o' | 't', id: IdColumn = 'id'): Prisma.Sql[] {
  const dates = isByTotal(sortOf(scope)) ? [] : dateConditions(scope.filters, table);
  return [...afterCondition(scope, table, id), ...dates];
}

/** SQL condition for the orders that follow the last order of the previous page. */
function afterCondition({ after }: OrderScope, table: 'o' | 't', id: IdColumn = 'id'): Prisma.Sql[] {
  return after ? [afterKey(after, table, id)] : [];
}

/** SQL conditions for orders that were created between the dates `from` and `to`. */
function dateConditions({ from, to }: Pick<OrderListFilters, 'from' | 'to'>, table: 'o' | 't'): Prisma.Sql[] {
  const at = Prisma.raw(`${table}.created_at`);
  return [
    ...(from ? [Prisma.sql`${at} >= ${from}::timestamptz`] : []),
    ...(to ? [Prisma.sql`${at} < ${to}::timestamptz`] : []),
  ];
}

function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ', '(', ')') : Prisma.sql`true`;
}
