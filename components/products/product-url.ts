import { type ProductFilters, productStatuses } from '@/lib/catalogue/product-queries';
import { installPath } from '@/lib/shared/install-path';

/** Maximum length of a search that the server accepts. */
const searchMax = 200;

/** Filters in the URL of the list. Unknown values are ignored. */
export function filtersOfUrl(query: Pick<URLSearchParams, 'get'>): ProductFilters {
  const status = productStatuses.find((known) => known === query.get('status'));
  const q = query.get('q')?.trim().slice(0, searchMax);
  return { ...(status && { status }), ...(q && { q }) };
}

/** Path of the product list with these filters. */
export function productsPath(installId: string, filters: ProductFilters): string {
  return installPath(installId, productsPathInside(filters));
}

/** The same path without the install prefix. It contains no "+", because return paths must not contain one. */
export function productsPathInside(filters: ProductFilters): `/${string}` {
  const query = new URLSearchParams(filters).toString().replaceAll('+', '%20');
  return query ? `/products?${query}` : '/products';
}

/** Ledger filters on a product page: variant, reason and location. */
export type LedgerFilters = { variant?: string; reason?: string; location?: string };

const lengthMax = 128;

/** Reads the ledger filters from a URL. The page checks whether the variant exists. */
export function ledgerOfUrl(query: Pick<URLSearchParams, 'get'>): LedgerFilters {
  const names = ['variant', 'reason', 'location'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.slice(0, lengthMax);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Path of a product page with these ledger filters. */
export function productPath(installId: string, productId: string, ledger: LedgerFilters = {}): string {
  const query = new URLSearchParams(ledger).toString();
  return installPath(installId, `/products/${encodeURIComponent(productId)}${query ? `?${query}` : ''}`);
}
