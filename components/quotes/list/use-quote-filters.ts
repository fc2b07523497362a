'use client';

import { useCallback, useMemo } from 'react';
import { keepSearch, searchOfKey, useKeptSearch } from '@/components/ui/list/kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/list/use-url-state';
import { type QuoteFilters, type QuoteListUrl, quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';

/**
 * Filters of the quote list. The URL has the state of the quotes and the key of the search text. The search
 * text itself is stored only in this browser tab.
 */
export function useQuoteFilters(installId: string): {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
} {
  const url = useUrlState(installId, readQuotesUrl, quotesPath);
  const q = useKeptSearch(url.state.search ?? null);
  const filters = useMemo(() => withSearch(url.state, q), [url.state, q]);
  const changeUrl = url.change;
  const change = useCallback<ChangeUrl<QuoteFilters>>(
    (changeOf, step) =>
      changeUrl((now) => {
        const { state, q: text } = changeOf(withSearch(now, searchOfKey(now.search ?? null)));
        return { ...(state && { state }), ...(text && { search: keepSearch(text) }) };
      }, step),
    [changeUrl],
  );
  return { filters, change };
}

const withSearch = ({ state }: QuoteListUrl, q: string): QuoteFilters => ({
  ...(state && { state }),
  ...(q && { q }),
});
