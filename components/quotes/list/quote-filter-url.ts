import { installPath } from '@/lib/shared/install-path';
import type { QuoteFilters } from '@/components/quotes/quotes-queries';

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

/** Maximum length of a search that the server accepts. */
const searchMax = 200;

/** Filters in the URL of the list. Unknown values are ignored. */
export function filtersOfUrl(query: Pick<URLSearchParams, 'get'>): QuoteFilters {
  const state = quoteTabs.find((tab) => tab === query.get('state'));
  const q = query.get('q')?.trim().slice(0, searchMax);
  return { ...(state && { state }), ...(q && { q }) };
}

/** Path of the quote list with these filters. */
export function quotesPath(installId: string, filters: QuoteFilters): string {
  return installPath(installId, quotesPathInside(filters));
}

/** The same path without the install prefix. It contains no "+", because return paths must not contain one. */
export function quotesPathInside(filters: QuoteFilters): `/${string}` {
  const query = new URLSearchParams(filters).toString().replaceAll('+', '%20');
  return query ? `/quotes?${query}` : '/quotes';
}

/** Path of a quote's page, or of the editor if the quote is a draft. */
export function quotePath(installId: string, quote: { id: string; state: string }): string {
  const id = encodeURIComponent(quote.id);
  return installPath(installId, quote.state === 'draft' ? `/orders/new?draft=${id}` : `/quotes/${id}`);
}
