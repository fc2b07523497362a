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
        const before = searchOfKey(now.search ?? null);
        const { state, q: text } = changeOf(withSearch(now, before));
        const search = text && (text === before ? now.search : keepSearch(text));
        return { ...(state && { state }), ...(search && { search }) };
      }, step),
    [changeUrl],
  );
  return { filters, change };
}

const withSearch = ({ state }: QuoteListUrl, q: string): QuoteFilters => ({
  ...(state && { state }),
  ...(q && { q }),
});
