import 'server-only';
import { z } from 'zod';
import { stockFilters } from '@/lib/catalogue/low-stock';
import { type ProductKey, readProductPage } from '@/lib/catalogue/read-product-page.server';
import type { ProductFilters } from '@/lib/catalogue/product-queries';
import type { ProductListView } from '@/lib/catalogue/product-view';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { productStatuses } from 'commerce-platform-client/contract/products';
import { PlatformId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';

/**
 * Cursor of the product list: the change time and the id of the last product on the page. `-` stands for an unknown
 * time.
 */
const Cursor = z
  .tuple([z.union([CursorTime, z.literal('-')]), PlatformId])
  .transform(([at, id]): ProductKey => ({ updatedAt: at === '-' ? null : at, id }));

/** Query of the product list. An invalid cursor is an error of the caller (400). */
export const ProductListQuery = z.object({
  status: z.enum(productStatuses).optional(),
  stock: z.enum(stockFilters).optional(),
  q: Text.trim().max(200).default(''),
  cursor: listCursor(Cursor).optional(),
} satisfies Record<keyof ProductFilters | 'cursor', z.ZodType>);

/**
 * Returns one page of products from the mirror (our copy of the platform's data), the latest change first. A search
 * returns only the best matches, on a single page. If the app lacks the scope inventory:read, the stock is hidden, and
 * the list is not filtered by stock.
 * platform: Products, GET /products.
 */
export async function listProducts(
  { installId, db, scopes }: Pick<InstallContext, 'installId' | 'db' | 'scopes'>,
  { cursor, ...filters }: z.output<typeof ProductListQuery>,
): Promise<ProductListView> {
  if (!scopes.has('products:read')) return { code: 'missing_scope' };
  return db.read(async (tx) => {
    const state = await readCatalogueState(tx, { installId });
    if (state === 'forbidden') return { code: 'missing_scope' };
    const seesStock = scopes.has('inventory:read');
    const page = await readProductPage(tx, { installId, filters, after: cursor, seesStock });
    const { syncedAt } = await readFreshness(tx, installId);
    return {
      code: 'found',
      products: page.products,
      next: page.next && `${page.next.updatedAt ?? '-'} ${page.next.id}`,
      isCut: page.isCut,
      isWhole: state === 'whole',
      syncedAt,
    };
  });
}
