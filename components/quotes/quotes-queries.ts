import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import type { RateView, RenewalPreview } from '@/lib/quotes/rate/rate-view';
import type { QuoteFunnel, QuotePage, QuoteView } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { quotesKeys } from '@/lib/shared/read-keys';

/** Returns the React Query options for the quote list, last changed first. */
export function quotesOptions(installId: string, filters: QuoteFilters) {
  return infiniteQueryOptions({
    queryKey: [...quotesKeys.lists(installId), filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const path = `/api${installPath(installId, '/quotes')}` as const;
      // A search is posted in the body, because the search text can be a customer's phone or name, which must not be in
      // a URL.
      return filters.q === undefined
        ? readJson<QuotePage>(`${path}${listQuery(filters, pageParam)}`, signal)
        : readJson<QuotePage>(path, signal, { ...filters, ...(pageParam !== null && { cursor: pageParam }) });
    },
    getNextPageParam: ({ next }) => next,
  });
}

/** Returns the React Query options for one quote. */
export function quoteOptions(installId: string, quoteId: string) {
  return queryOptions({
    queryKey: quotesKeys.quote(installId, quoteId),
    queryFn: ({ signal }) =>
      readJson<QuoteView>(`/api${installPath(installId, `/quotes/${encodeURIComponent(quoteId)}`)}`, signal),
  });
}

/** Returns the React Query options for the funnel of the quotes of the last 90 days. */
export function funnelOptions(installId: string) {
  return queryOptions({
    queryKey: [...quotesKeys.all(installId), 'funnel'],
    queryFn: ({ signal }) => readJson<QuoteFunnel>(`/api${installPath(installId, '/quotes/funnel')}`, signal),
  });
}

/**
 * Returns the React Query options for the store's exchange rates. Open the form of the rates only with rates that were
 * just read, because the form keeps the values with which it was opened.
 */
export function ratesOptions(installId: string) {
  return queryOptions({
    queryKey: [...quotesKeys.all(installId), 'rates'],
    gcTime: 0,
    queryFn: ({ signal }) => readJson<RateView[]>(`/api${installPath(installId, '/quotes/rates')}`, signal),
  });
}

/** Returns the React Query options for the quotes whose price must be updated. */
export function renewalOptions(installId: string) {
  return queryOptions({
    queryKey: [...quotesKeys.all(installId), 'renewal'],
    queryFn: ({ signal }) =>
      readJson<RenewalPreview>(`/api${installPath(installId, '/quotes/renewal')}`, signal),
  });
}
