import type { QuoteState } from '@/lib/quotes/quote-state';
import {
  listQuery,
  oneOf,
  readFilters,
  searchKey,
  type UrlQuery,
  type UrlReaders,
} from '@/lib/shared/lists/list-url';

/**
 * Filters of the quote list.
 *
 * - `state`: one state, or a group of quotes. `open`: the customer can still answer. `agreed`: the quote was accepted.
 *   `rate_moved`: the price must be updated, because the store's exchange rate has moved. Absent: all quotes that were
 *   sent at least once
 * - `q`: a search text
 */
export type QuoteFilters = { state?: QuoteState | 'open' | 'agreed' | 'rate_moved'; q?: string };

/** State filters of the quote list, in the sequence of the tabs. Quotes that need attention are first. */
export const quoteTabs = [
  'needs_attention',
  'rate_moved',
  'open',
  'draft',
  'agreed',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies QuoteFilters['state'][];

/**
 * Contents of the URL of the quote list. `search` is a key: the browser tab stores the search text under this key
 * (components/ui/list/kept-search.ts). The search text itself is never in the URL, because it can be personal data
 * (S8).
 */
export type QuoteListUrl = Pick<QuoteFilters, 'state'> & { search?: string };

const readers: UrlReaders<QuoteListUrl> = {
  state: oneOf(quoteTabs),
  search: searchKey,
};

/** Reads the filters from the URL of the quote list. Unknown values in the URL are ignored. */
export function readQuotesUrl(query: UrlQuery): QuoteListUrl {
  return readFilters(query, readers);
}

/** Returns the path of the quote list, relative to the path of the install. */
export function quotesPath(url: QuoteListUrl): `/${string}` {
  return `/quotes${listQuery(url)}`;
}

/** Returns the path of the form that changes a sent quote, relative to the path of the install. */
export const quoteEditPath = (quoteId: string): `/${string}` => `/quotes/${encodeURIComponent(quoteId)}/edit`;

/**
 * Returns the path of a quote's page. If the quote is a draft, returns the path of its form. The path is relative to
 * the path of the install.
 */
export function quotePath(quote: { id: string; state: string }): `/${string}` {
  const id = encodeURIComponent(quote.id);
  return quote.state === 'draft' ? `/orders/new?draft=${id}` : `/quotes/${id}`;
}
