'use client';

import { useCallback, useMemo } from 'react';
import { keepSearch, useKeptSearch } from '@/components/ui/list/kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/use-url-state';
import { type QuoteFilters, quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';

/**
 * Filters of the quote list. The URL has the state of the quotes and the key of the search text. The search
 * text itself is stored only in this browser tab.
 */
export function useQuoteFilters(installId: string): {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
} {
  const url = useUrlState(installId, readQuotesUrl, quotesPath);
  const { state, search = null } = url.state;
  const q = useKeptSearch(search);
  const filters = useMemo(() => ({ ...(state && { state }), ...(q && { q }) }), [state, q]);
  const changeUrl = url.change;
  const change = useCallback<ChangeUrl<QuoteFilters>>(
    ({ state: next, q: text }, step) =>
      changeUrl({ ...(next && { state: next }), ...(text && { search: keepSearch(text) }) }, step),
    [changeUrl],
  );
  return { filters, change };
}
