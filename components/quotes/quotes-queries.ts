import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import type { QuoteFunnel, QuotePage, QuoteView } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { quotesKeys } from '@/lib/shared/read-keys';

/** Query for the quote list, last changed first. */
export function quotesOptions(installId: string, filters: QuoteFilters) {
  return infiniteQueryOptions({
    queryKey: [...quotesKeys.lists(installId), filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<QuotePage>(`/api${installPath(installId, `/quotes${listQuery(filters, pageParam)}`)}`, signal),
    getNextPageParam: ({ next }) => next,
  });
}

/** Query for one quote. */
export function quoteOptions(installId: string, quoteId: string) {
  return queryOptions({
    queryKey: quotesKeys.quote(installId, quoteId),
    queryFn: ({ signal }) =>
      readJson<QuoteView>(`/api${installPath(installId, `/quotes/${encodeURIComponent(quoteId)}`)}`, signal),
  });
}

/** Query for the funnel of the last 90 days. */
export function funnelOptions(installId: string) {
  return queryOptions({
    queryKey: [...quotesKeys.all(installId), 'funnel'],
    queryFn: ({ signal }) => readJson<QuoteFunnel>(`/api${installPath(installId, '/quotes/funnel')}`, signal),
  });
}
