import type { z } from 'zod';
import type { Product, ProductListQuery, VariantDetail } from 'commerce-platform-client/contract/products';
import type { InstallRecord, ProductRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { findVariant, productStatus, projectProduct, projectVariantDetail, seesStock } from './catalogue';
import { instantOf, isCursor, pageOfRows } from './list-pages';
import { type Refusal, refuseFields } from './refusal';

type ProductPage = { data: z.input<typeof Product>[]; next_cursor: string | null };

/**
 * Handles GET /products. Without a search text, the list is sorted newest first and has a cursor. With the
 * search text `q`, the result is one page sorted by relevance, without a cursor (PRO-1, PRO-2).
 */
export function listProducts(
  world: World,
  install: InstallRecord,
  query: z.output<typeof ProductListQuery>,
): ProductPage | Refusal {
  const rows = world.products.inStore(install.store_id);
  const matches = filterOf(query);
  const shown = (row: ProductRecord) => projectProduct(world, row, seesStock(install));
  const needle = query.q?.trim().toLowerCase() ?? '';
  // A search by relevance has only one page, so it ignores the cursor. A malformed cursor is still refused.
  if (!isCursor(query.cursor)) return refuseFields(400, [{ path: 'cursor', message: 'malformed' }]);
  if (needle !== '') {
    const ranked = rows
      .filter(matches)
      .map((row) => ({ row, rank: similarity(row, needle) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank || (a.row.id < b.row.id ? -1 : 1))
      .slice(0, query.limit);
    return { data: ranked.map(({ row }) => shown(row)), next_cursor: null };
  }
  const page = pageOfRows(rows, query, matches);
  if (!page) return refuseFields(400, [{ path: 'cursor', message: 'malformed' }]);
  return { data: page.rows.map(shown), next_cursor: page.nextCursor };
}

/** Handles GET /products/variants. Unknown ids are left out and are never an error (PRO-3). */
export function listVariants(
  world: World,
  install: InstallRecord,
  ids: string[],
): z.input<typeof VariantDetail>[] {
  return [...new Set(ids)].flatMap((id) => {
    const found = findVariant(world, install.store_id, id);
    return found ? [projectVariantDetail(world, found.product, found.variant, seesStock(install))] : [];
  });
}

function filterOf(query: z.output<typeof ProductListQuery>): (row: ProductRecord) => boolean {
  const updatedMin = query.updated_at_min === undefined ? null : instantOf(query.updated_at_min);
  const ids = query.ids ? new Set(query.ids) : null;
  return (row) =>
    (updatedMin === null || row.updated_at >= updatedMin) &&
    (query.status === undefined || productStatus(row) === query.status) &&
    (ids === null || ids.has(row.id));
}

/**
 * Returns how well a product matches a search text, or 0 if no field contains the text. The value is higher if the text
 * is a larger part of the field, and if the field starts with the text.
 */
function similarity(row: ProductRecord, needle: string): number {
  const fields = [
    row.name,
    row.dsin,
    ...row.variants.flatMap((variant) => [variant.name, variant.sku, variant.barcode]),
  ];
  const ranks = fields.map((field) => {
    const text = field?.toLowerCase() ?? '';
    const at = text.indexOf(needle);
    return at === -1 ? 0 : needle.length / text.length + (at === 0 ? 1 : 0);
  });
  return Math.max(...ranks);
}
