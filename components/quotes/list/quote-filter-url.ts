import { installPath } from '@/lib/shared/install-path';
import type { QuoteFilters } from '@/components/quotes/quotes-queries';

/** What the list can be narrowed to, in the order in which it is offered: first what waits for somebody. */
export const quoteTabs = [
  'needs_attention',
  'open',
  'draft',
  'agreed',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies QuoteFilters['state'][];

/** What the server takes of a search. */
const searchMax = 200;

/** The filters in the URL of the list; what is not understood narrows nothing. */
export function filtersOfUrl(query: Pick<URLSearchParams, 'get'>): QuoteFilters {
  const state = quoteTabs.find((tab) => tab === query.get('state'));
  const q = query.get('q')?.trim().slice(0, searchMax);
  return { ...(state && { state }), ...(q && { q }) };
}

/** Path of the list with these. */
export function quotesPath(installId: string, filters: QuoteFilters): string {
  return installPath(installId, quotesPathInside(filters));
}

/** The same below the install; without a +, which no path to return to may have. */
export function quotesPathInside(filters: QuoteFilters): `/${string}` {
  const query = new URLSearchParams(filters).toString().replaceAll('+', '%20');
  return query ? `/quotes?${query}` : '/quotes';
}

/** Where a quote is read, or while it is only a draft, written. */
export function quotePath(installId: string, quote: { id: string; state: string }): string {
  const id = encodeURIComponent(quote.id);
  return installPath(installId, quote.state === 'draft' ? `/orders/new?draft=${id}` : `/quotes/${id}`);
}
