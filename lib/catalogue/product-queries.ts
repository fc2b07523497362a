import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { stockFilters } from '@/lib/catalogue/low-stock';
import type * as view from '@/lib/catalogue/product-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { productsKeys } from '@/lib/shared/read-keys';

/** Types of the product screens. Modules outside lib/catalogue import them from here. */
export type ProductRow = view.ProductRow;
export type ProductView = view.ProductView;
export type VariantView = view.VariantView;
export type StockView = view.StockView;
export type ProductPage = Extract<view.ProductListView, { code: 'found' }>;

/**
 * Product statuses by which the product list can be filtered, in the sequence of the screen (platform: GET /products).
 */
export const productStatuses = ['active', 'out_of_stock', 'hidden', 'discontinued', 'no_variants'] as const;

export { lowStockMax, stockFilters } from '@/lib/catalogue/low-stock';

/**
 * Filters of the product list: one status (absent: every status), only products that are low on stock, and a search
 * text.
 */
export type ProductFilters = {
  status?: (typeof productStatuses)[number];
  stock?: (typeof stockFilters)[number];
  q?: string;
};

/**
 * TanStack Query options of the product list. With a search text, the best match is first. Without one, the product
 * with the latest change is first.
 */
export function productsOptions(installId: string, filters: ProductFilters) {
  return infiniteQueryOptions({
    queryKey: [...productsKeys.all(installId), 'list', filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<ProductPage>(
        `/api${installPath(installId, `/products${listQuery(filters, pageParam)}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** TanStack Query options of one product with its variants. */
export function productOptions(installId: string, productId: string) {
  return queryOptions({
    queryKey: [...productsKeys.all(installId), 'one', productId],
    queryFn: ({ signal }) =>
      readJson<ProductView>(
        `/api${installPath(installId, `/products/${encodeURIComponent(productId)}`)}`,
        signal,
      ),
  });
}
