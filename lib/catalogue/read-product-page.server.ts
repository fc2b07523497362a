import 'server-only';
import { lowStockMax, type stockFilters } from '@/lib/catalogue/low-stock';
import type { ProductRow } from '@/lib/catalogue/product-view';
import { readProductRows } from '@/lib/catalogue/read-product-rows.server';
import type { productStatuses } from 'commerce-platform-client/contract/products';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { foldedWords, hasTrigram, holdsPattern } from '@/lib/shared/search-patterns';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/** Maximum number of products on one page of the product list. */
const pageSize = 50;
/**
 * Maximum number of products that are examined for one page if the list is filtered by status. Examining this
 * number of products takes about 15 ms.
 */
const statusScannedMax = 10_000;
/**
 * Maximum number of products that are examined for one page if the list is filtered by stock. This filter reads the
 * variants of each product.
 */
const stockScannedMax = 1_500;
/** Maximum number of products that a search shows. */
const foundMax = 200;
/**
 * Maximum number of search matches to which the status filter is applied. Among the matches, products that can be sold
 * come first. So if a search has more matches, a filter for another status may miss some products.
 */
const searchedMax = 1_500;

/** Sort key of a product in the product list. Products without a change time are last. */
export type ProductKey = { updatedAt: string | null; id: string };

type Scope = {
  installId: InstallId;
  filters: {
    q: string;
    status?: (typeof productStatuses)[number] | undefined;
    stock?: (typeof stockFilters)[number] | undefined;
  };
  after?: ProductKey | undefined;
  seesStock: boolean;
};

type FoundRow = { id: string; updated_at: Date | null; fits: boolean; last: boolean };

/**
 * Returns one page of the products that match the filters. A page starts after the sort key at which the
 * previous page ended, without an offset. The number of examined products is limited, and the total is not
 * counted. `isCut`: a search has more matches than the result.
 */
export async function readProductPage(
  tx: Tx,
  scope: Scope,
): Promise<{ products: ProductRow[]; next: ProductKey | null; isCut: boolean }> {
  await forceIndexScans(tx);
  const words = foldedWords(scope.filters.q);
  if (words.length > 0) {
    const found = await tx.$queryRaw<{ id: string; isFull: boolean }[]>(searchStatement(scope, words));
    const ids = await filterFound(tx, scope, found);
    const isCut = ids.length > foundMax || found.some(({ isFull }) => isFull);
    return { products: await readProductRows(tx, scope, ids.slice(0, foundMax)), next: null, isCut };
  }
  const rows = await tx.$queryRaw<FoundRow[]>(listStatement(scope));
  const fitting = rows.filter(({ fits }) => fits);
  const end = fitting.length > pageSize ? fitting[pageSize - 1] : rows.find(({ last }) => last);
  const ids = fitting.slice(0, pageSize).map(({ id }) => id);
  return {
    products: await readProductRows(tx, scope, ids),
    next: end ? { updatedAt: end.updated_at?.toISOString() ?? null, id: end.id } : null,
    isCut: false,
  };
}

/**
 * SQL that returns the products that match the filters, at most one more than a page has. The number of examined
 * products is limited. If the limit is reached, the last examined product is also returned, so that the next page can
 * continue after it.
 */
function listStatement(scope: Scope): Prisma.Sql {
  const { installId, after } = scope;
  const scannedMax = isStockFiltered(scope) ? stockScannedMax : statusScannedMax;
  const rowsMax = isFiltered(scope) ? scannedMax : pageSize + 1;
  const fits = fitsFilters(scope);
  const scan = (within: Prisma.Sql) => Prisma.sql`(
    SELECT p.id, p.updated_at, ${fits} AS fits FROM products p
    WHERE p.install_id = ${installId} AND p.deleted_at IS NULL AND ${within}
    ORDER BY p.updated_at DESC NULLS LAST, p.id DESC LIMIT ${rowsMax})`;
  return Prisma.sql`
    SELECT id, updated_at, fits, place = ${scannedMax} AS last FROM (
      SELECT id, updated_at, fits, row_number() OVER (ORDER BY updated_at DESC NULLS LAST, id DESC) AS place
      FROM (${Prisma.join(rangesAfter(after).map(scan), ' UNION ALL ')}) AS scanned
      ORDER BY updated_at DESC NULLS LAST, id DESC LIMIT ${rowsMax}
    ) AS checked
    WHERE fits OR place = ${scannedMax}
    ORDER BY updated_at DESC NULLS LAST, id DESC LIMIT ${pageSize + 1}`;
}

/** True if the list has only products that are low on stock. A user who may not see stock gets no such list. */
const isStockFiltered = ({ filters, seesStock }: Scope) => filters.stock === 'low' && seesStock;
const isFiltered = (scope: Scope) => scope.filters.status !== undefined || isStockFiltered(scope);

/**
 * SQL condition of the filters for a product `p`. A product is low on stock if a variant is low. Products that the store
 * does not sell are left out. The variants are read by a scalar subquery, because PostgreSQL may execute EXISTS by
 * reading all variants of the store.
 */
function fitsFilters(scope: Scope): Prisma.Sql {
  const { installId, filters } = scope;
  const status = filters.status
    ? Prisma.sql`p.status IS NOT DISTINCT FROM ${filters.status}`
    : Prisma.sql`true`;
  if (!isStockFiltered(scope)) return status;
  return Prisma.sql`${status} AND coalesce(p.status, '') NOT IN ('hidden', 'discontinued') AND coalesce((
    SELECT true FROM variants v WHERE v.install_id = ${installId} AND v.product_id = p.id
      AND (v.document->>'available_quantity')::bigint BETWEEN 1 AND ${lowStockMax} LIMIT 1), false)`;
}

/**
 * Returns SQL conditions for the products after a sort key. There is a separate condition for products
 * without a change time, because null cannot be compared.
 */
function rangesAfter(after: ProductKey | undefined): Prisma.Sql[] {
  if (!after) return [Prisma.sql`true`];
  if (after.updatedAt === null) return [Prisma.sql`p.updated_at IS NULL AND p.id < ${after.id}`];
  return [
    Prisma.sql`(p.updated_at, p.id) < (${new Date(after.updatedAt)}, ${after.id})`,
    Prisma.sql`p.updated_at IS NULL`,
  ];
}

/**
 * SQL that returns the search result, best match first. `isFull`: the search stopped at its maximum, so there may be
 * more matches.
 */
function searchStatement(scope: Scope, words: readonly string[]): Prisma.Sql {
  const { filters } = scope;
  const patterns = words.map(holdsPattern);
  const rowsMax = isFiltered(scope) ? searchedMax : foundMax;
  return Prisma.sql`
    SELECT f.id, f.n = ${rowsMax} AS "isFull"
    FROM search_products(${patterns}, ${foldText(filters.q)}, ${hasTrigram(patterns)}, ${rowsMax}::integer)
      WITH ORDINALITY AS f (id, place, n)`;
}

/**
 * Returns those of the found products that match the filters. They are filtered in a separate statement, because a
 * condition in the search statement could make PostgreSQL choose a slow plan.
 */
async function filterFound(tx: Tx, scope: Scope, found: readonly { id: string }[]): Promise<string[]> {
  const ids = found.map(({ id }) => id);
  if (!isFiltered(scope) || ids.length === 0) return ids;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM products p
    WHERE p.install_id = ${scope.installId} AND p.id = ANY(${ids}) AND ${fitsFilters(scope)}`;
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}
