import type { QuoteState } from '@/lib/quotes/quote-state';
import {
  listQuery,
  oneOf,
  readFilters,
  textUpTo,
  type UrlQuery,
  type UrlReaders,
} from '@/lib/shared/lists/list-url';

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

/** The search has the maximum length that the server accepts. */
const readers: UrlReaders<QuoteFilters> = { state: oneOf(quoteTabs), q: textUpTo(200) };

/** Filters in the URL of the list. Unknown values are ignored. */
export function quotesOfUrl(query: UrlQuery): QuoteFilters {
  return readFilters(query, readers);
}

/** Path of the quote list with these filters, below the install. */
export function quotesPath(filters: QuoteFilters): `/${string}` {
  return `/quotes${listQuery(filters)}`;
}

/** Path of a quote's page below the install, or of the editor if the quote is a draft. */
export function quotePath(quote: { id: string; state: string }): `/${string}` {
  const id = encodeURIComponent(quote.id);
  return quote.state === 'draft' ? `/orders/new?draft=${id}` : `/quotes/${id}`;
}
