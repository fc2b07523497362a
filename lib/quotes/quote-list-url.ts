import type { QuoteState } from '@/lib/quotes/quote-state';
import { listQuery, oneOf, readFilters, type UrlQuery, type UrlReaders } from '@/lib/shared/lists/list-url';

/**
 * List filters: one state, quotes that can still be answered (`open`), accepted quotes (`agreed`) or all; plus a
 * search.
 */
export type QuoteFilters = { state?: QuoteState | 'open' | 'agreed'; q?: string };

/** List filters in the order of the tabs. Quotes that need attention are first. */
export const quoteTabs = [
  'needs_attention',
  'open',
  'draft',
  'agreed',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies QuoteFilters['state'][];

/** What the URL of the list has: the state, and the key of the search text (kept-search.ts), never the text (S8). */
export type QuoteListUrl = Pick<QuoteFilters, 'state'> & { search?: string };

const readers: UrlReaders<QuoteListUrl> = {
  state: oneOf(quoteTabs),
  search: ([key]) => (key !== undefined && /^[0-9a-f]{8}$/.test(key) ? key : undefined),
};

/** Reads the URL of the list. Unknown values are ignored. */
export function readQuotesUrl(query: UrlQuery): QuoteListUrl {
  return readFilters(query, readers);
}

/** Path of the quote list, below the install. */
export function quotesPath(url: QuoteListUrl): `/${string}` {
  return `/quotes${listQuery(url)}`;
}

/** Path of a quote's page below the install, or of the editor if the quote is a draft. */
export function quotePath(quote: { id: string; state: string }): `/${string}` {
  const id = encodeURIComponent(quote.id);
  return quote.state === 'draft' ? `/orders/new?draft=${id}` : `/quotes/${id}`;
}
