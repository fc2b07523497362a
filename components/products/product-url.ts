import { type ProductFilters, productStatuses } from '@/lib/catalogue/product-queries';
import {
  listQuery,
  oneOf,
  readFilters,
  textUpTo,
  type UrlQuery,
  type UrlReaders,
} from '@/lib/shared/lists/list-url';

/** The search has the maximum length that the server accepts. */
const readers: UrlReaders<ProductFilters> = { status: oneOf(productStatuses), q: textUpTo(200) };

/** Filters in the URL of the list. Unknown values are ignored. */
export function productsOfUrl(query: UrlQuery): ProductFilters {
  return readFilters(query, readers);
}

/** Path of the product list with these filters, below the install. */
export function productsPath(filters: ProductFilters): `/${string}` {
  return `/products${listQuery(filters)}`;
}

/** Ledger filters on a product page: variant, reason and location. */
export type LedgerFilters = { variant?: string; reason?: string; location?: string };

const lengthMax = 128;
const ledgerText = ([text]: string[]) => text?.slice(0, lengthMax) || undefined;
const ledgerReaders: UrlReaders<LedgerFilters> = {
  variant: ledgerText,
  reason: ledgerText,
  location: ledgerText,
};

/** Reads the ledger filters from a URL. The page checks whether the variant exists. */
export function ledgerOfUrl(query: UrlQuery): LedgerFilters {
  return readFilters(query, ledgerReaders);
}

/** Path of a product page with these ledger filters, below the install. */
export function productPath(productId: string, ledger: LedgerFilters = {}): `/${string}` {
  return `/products/${encodeURIComponent(productId)}${listQuery(ledger)}`;
}
