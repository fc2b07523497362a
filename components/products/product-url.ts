import { type ProductFilters, productStatuses } from '@/lib/catalogue/product-queries';
import { installPath } from '@/lib/shared/install-path';

/** What the server takes of a search. */
const searchMax = 200;

/** The filters in the URL of the list; what is not understood narrows nothing. */
export function filtersOfUrl(query: Pick<URLSearchParams, 'get'>): ProductFilters {
  const status = productStatuses.find((known) => known === query.get('status'));
  const q = query.get('q')?.trim().slice(0, searchMax);
  return { ...(status && { status }), ...(q && { q }) };
}

/** Path of the list with these. */
export function productsPath(installId: string, filters: ProductFilters): string {
  return installPath(installId, productsPathInside(filters));
}

/** The same below the install; without a +, which no path to return to may have. */
export function productsPathInside(filters: ProductFilters): `/${string}` {
  const query = new URLSearchParams(filters).toString().replaceAll('+', '%20');
  return query ? `/products?${query}` : '/products';
}

/** What of the ledger a product's page shows: of which variant, and why or where it moved. */
export type LedgerFilters = { variant?: string; reason?: string; location?: string };

const lengthMax = 128;

/** The same from its URL; whether there is such a variant is for the page to see. */
export function ledgerOfUrl(query: Pick<URLSearchParams, 'get'>): LedgerFilters {
  const names = ['variant', 'reason', 'location'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.slice(0, lengthMax);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Path of a product's page with these. */
export function productPath(installId: string, productId: string, ledger: LedgerFilters = {}): string {
  const query = new URLSearchParams(ledger).toString();
  return installPath(installId, `/products/${encodeURIComponent(productId)}${query ? `?${query}` : ''}`);
}
