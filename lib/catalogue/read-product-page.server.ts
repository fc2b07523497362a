import 'server-only';
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
const scannedMax = 10_000;
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
  filters: { q: string; status?: (typeof productStatuses)[number] | undefined };
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
    const ids = await filterByStatus(tx, scope, found);
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
function listStatement({ installId, filters, after }: Scope): Prisma.Sql {
  const rowsMax = filters.status ? scannedMax : pageSize + 1;
  const fits = filters.status
    ? Prisma.sql`p.status IS NOT DISTINCT FROM ${filters.status}`
    : Prisma.sql`true`;
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
function searchStatement({ filters }: Scope, words: readonly string[]): Prisma.Sql {
  const patterns = words.map(holdsPattern);
  const rowsMax = filters.status ? searchedMax : foundMax;
  return Prisma.sql`
    SELECT f.id, f.n = ${rowsMax} AS "isFull"
    FROM search_products(${patterns}, ${foldText(filters.q)}, ${hasTrigram(patterns)}, ${rowsMax}::integer)
      WITH ORDINALITY AS f (id, place, n)`;
}

/**
 * Returns those of the found products that match the status filter. The status is filtered in a separate
 * statement, because a status condition in the search statement could make PostgreSQL choose a slow plan.
 */
async function filterByStatus(
  tx: Tx,
  { installId, filters: { status } }: Scope,
  found: readonly { id: string }[],
): Promise<string[]> {
  const ids = found.map(({ id }) => id);
  if (!status || ids.length === 0) return ids;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM products WHERE install_id = ${installId} AND id = ANY(${ids}) AND status = ${status}`;
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}
