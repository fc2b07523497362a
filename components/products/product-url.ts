import { type ProductFilters, productStatuses, stockFilters } from '@/lib/catalogue/product-queries';
import {
  listQuery,
  oneOf,
  readFilters,
  textUpTo,
  type UrlQuery,
  type UrlReaders,
} from '@/lib/shared/lists/list-url';
import { cutText } from '@/lib/shared/text/cut-text';

/**
 * Functions that read the filters of the product list from the URL. The server accepts a search text of at
 * most 200 characters.
 */
const readers: UrlReaders<ProductFilters> = {
  status: oneOf(productStatuses),
  stock: oneOf(stockFilters),
  q: textUpTo(200),
};

/** Reads the filters of the product list from a URL. Unknown values are ignored. */
export function productsOfUrl(query: UrlQuery): ProductFilters {
  return readFilters(query, readers);
}

/** Returns the path of the product list with the filters, relative to the install. */
export function productsPath(filters: ProductFilters): `/${string}` {
  return `/products${listQuery(filters)}`;
}

/** Filters of the stock ledger on a product page: variant, reason and location. */
export type LedgerFilters = { variant?: string; reason?: string; location?: string };

const lengthMax = 128;
const ledgerText = ([text]: string[]) => (text && cutText(text, lengthMax)) || undefined;
const ledgerReaders: UrlReaders<LedgerFilters> = {
  variant: ledgerText,
  reason: ledgerText,
  location: ledgerText,
};

/** Reads the filters of the stock ledger from a URL. The caller must check whether the variant exists. */
export function ledgerOfUrl(query: UrlQuery): LedgerFilters {
  return readFilters(query, ledgerReaders);
}

/** Returns the path of a product page with the filters of the stock ledger, relative to the install. */
export function productPath(productId: string, ledger: LedgerFilters = {}): `/${string}` {
  return `/products/${encodeURIComponent(productId)}${listQuery(ledger)}`;
}
