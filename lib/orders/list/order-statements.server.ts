import 'server-only';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { numbersOf, patternsOf } from '@/lib/orders/order-search';
import type { InstallId } from '@/lib/shared/ids';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** The place of an order in every list: created_at (RFC 3339, UTC, milliseconds), then id; newest first. */
export type OrderKey = { createdAt: string; id: string };

/** Which orders, after which one of them (undefined: from the newest), and how many. */
export type OrderScope = {
  installId: InstallId;
  filters: OrderListFilters;
  after: OrderKey | undefined;
  limit: number;
};

/** A row of a walk: one that fits, or the last one looked at, or both. */
export type WalkedRow = { id: string; created_at: Date; fits: boolean; last: boolean };

/** Filters that one index answers. */
type Filter = 'tag' | 'status' | 'payment' | 'source';

/** An index to walk along, newest first, and the filters it answers by itself. */
export type Walk = { covers: readonly Filter[] };

/** Several values are read as a merge of one list each, which needs no sort; to plan each costs about 0.2 ms. */
const branchesMax = 12;
/** How many rows a walk judges: some 5 ms, or as long for fewer that lie scattered over the table. */
const walkedMax = 2_500;
const scatteredMax = 1_000;
/** So many orders that hold the words are put in order by time within some 20 ms, or given up for nothing. */
const foundMax = 2_000;

/** The indexes worth walking for these filters, the one that is likely to be quickest first. */
export function walksOf({ tag, status, payment, source }: OrderListFilters): [Walk, ...Walk[]] {
  const walks: Walk[] = [];
  const isPair = status && payment && status.length * payment.length <= branchesMax;
  if (isPair) walks.push({ covers: ['status', 'payment'] });
  if (status && !isPair) walks.push({ covers: ['status'] });
  if (source) walks.push({ covers: ['source'] });
  if (payment && !isPair) walks.push({ covers: ['payment'] });
  // Whether an order has a tag is told by a small table, what else it is by its row: so by tag comes last.
  if (tag) walks.push({ covers: ['tag'] });
  const [first = { covers: [] }, ...others] = walks;
  return [first, ...others];
}

/**
 * Orders along an index, newest first, and which of them fit the other filters too: at most one more than is asked for.
 * When it had to judge, it ends after a number of rows, and that last row is marked.
 */
export function walkStatement(scope: OrderScope, { covers }: Walk): Prisma.Sql {
  const limit = scope.limit + 1;
  const conditions = conditionsOf(scope, covers);
  if (conditions.length === 0)
    return Prisma.sql`
      SELECT id, created_at, fits, false AS last FROM (${newestFirst(scope, covers, { limit })}) AS walked
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  const isScattered = covers.includes('tag') || (scope.filters.q && covers.length > 0);
  const walked = isScattered ? scatteredMax : walkedMax;
  return Prisma.sql`
    SELECT id, created_at, fits, place = ${walked} AS last FROM (
      SELECT id, created_at, fits IS TRUE AS fits, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place
      FROM (${newestFirst(scope, covers, { condition: all(conditions), limit: walked })}) AS walked
      ORDER BY created_at DESC, id DESC LIMIT ${walked}
    ) AS judged
    WHERE fits OR place = ${walked}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** The few orders, in no order, whose number is exactly what is searched for; they fit the other filters. */
export function numberStatement(scope: OrderScope): Prisma.Sql {
  const { installId, filters } = scope;
  return Prisma.sql`
    SELECT o.id, o.created_at FROM orders o
    WHERE o.install_id = ${installId} AND o.deleted_at IS NULL AND o.order_number = ANY(${numbersOf(filters.q)})
      AND ${all([...within(scope, 'o'), ...columnConditions(filters, []), ...tagCondition(scope, [])])}
    LIMIT 10`;
}

/** The same page by the index of trigrams. A row without an id comes first when too many hold the words. */
export function searchStatement(scope: OrderScope): Prisma.Sql {
  const { filters } = scope;
  return Prisma.sql`
    SELECT o.id, o.created_at FROM search_orders(${patternsOf(filters.q)}, ${foundMax}::integer) AS o
    WHERE o.id IS NULL OR ${all([
      ...within(scope, 'o'),
      ...numberCondition(filters),
      ...columnConditions(filters, []),
      ...tagCondition(scope, []),
    ])}
    ORDER BY o.created_at DESC NULLS FIRST, o.id DESC LIMIT ${scope.limit + 1}`;
}

/** One list, or several whose rows are to be merged; each by itself ordered and cut, or PostgreSQL would sort them. */
function newestFirst(
  scope: OrderScope,
  covers: readonly Filter[],
  { condition, limit }: { condition?: Prisma.Sql; limit: number },
): Prisma.Sql {
  if (covers.includes('tag')) return byTag(scope, { condition, limit });
  const list = (conditions: Prisma.Sql[]) => Prisma.sql`(
    SELECT o.id, o.created_at, ${condition ?? Prisma.sql`true`} AS fits FROM orders o
    WHERE o.install_id = ${scope.installId} AND o.deleted_at IS NULL AND ${all([...conditions, ...within(scope, 'o')])}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit})`;
  const { status, payment, source } = scope.filters;
  const equal = (filter: Filter, column: string, values: string[] | undefined) =>
    covers.includes(filter) && values
      ? values.map((value) => [Prisma.sql`${Prisma.raw(column)} = ${value}`])
      : [[]];
  const statuses = equal('status', 'o.status', status);
  const payments = equal('payment', 'o.payment_status', payment);
  const [ofSource = []] = equal('source', 'o.source', source ? [source] : undefined);
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
  // A scalar subquery is asked row by row, by key; EXISTS might be answered by reading all orders into a hash.
  const fits = condition
    ? Prisma.sql`(SELECT ${condition} FROM orders o WHERE o.install_id = ${installId} AND o.id = t.order_id)`
    : Prisma.sql`true`;
  return Prisma.sql`
    SELECT t.order_id AS id, t.created_at, ${fits} AS fits FROM order_tags t
    WHERE t.install_id = ${installId} AND t.tag = fold_tag(${filters.tag}) AND ${all(within(scope, 't', 'order_id'))}
    ORDER BY t.created_at DESC, t.order_id DESC LIMIT ${limit}`;
}

/** What an index that covers some filters leaves to be judged. */
function conditionsOf(scope: OrderScope, covers: readonly Filter[]): Prisma.Sql[] {
  const { filters } = scope;
  const patterns = patternsOf(filters.q);
  return [
    ...columnConditions(filters, covers),
    ...tagCondition(scope, covers),
    ...numberCondition(filters),
    ...(patterns.length > 0 ? [Prisma.sql`o.search_text LIKE ALL(${patterns})`] : []),
  ];
}

function columnConditions({ status, payment, source }: OrderListFilters, covers: readonly Filter[]) {
  const open = (filter: Filter, condition: Prisma.Sql) => (covers.includes(filter) ? [] : [condition]);
  return [
    ...(status ? open('status', Prisma.sql`o.status = ANY(${status})`) : []),
    ...(payment ? open('payment', Prisma.sql`o.payment_status = ANY(${payment})`) : []),
    ...(source ? open('source', Prisma.sql`o.source = ${source}`) : []),
  ];
}

function tagCondition({ installId, filters }: OrderScope, covers: readonly Filter[]): Prisma.Sql[] {
  if (!filters.tag || covers.includes('tag')) return [];
  return [
    Prisma.sql`(SELECT true FROM order_tags t WHERE t.install_id = ${installId}
      AND t.tag = fold_tag(${filters.tag}) AND t.created_at = o.created_at AND t.order_id = o.id)`,
  ];
}

/** What has the very number that is searched for stands first on the first page, and nowhere else. */
function numberCondition({ q }: OrderListFilters): Prisma.Sql[] {
  const numbers = numbersOf(q);
  return numbers.length > 0 ? [Prisma.sql`o.order_number <> ALL(${numbers})`] : [];
}

/** After the last order seen, and between the days. */
function within({ after, filters }: OrderScope, table: 'o' | 't', idColumn: 'id' | 'order_id' = 'id') {
  const at = Prisma.raw(`${table}.created_at`);
  const id = Prisma.raw(`${table}.${idColumn}`);
  return [
    ...(after ? [Prisma.sql`(${at}, ${id}) < (${after.createdAt}::timestamptz, ${after.id})`] : []),
    ...(filters.from ? [Prisma.sql`${at} >= ${filters.from}::timestamptz`] : []),
    ...(filters.to ? [Prisma.sql`${at} < ${filters.to}::timestamptz`] : []),
  ];
}

function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ', '(', ')') : Prisma.sql`true`;
}
