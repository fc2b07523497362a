'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { keepSearch, searchOfKey } from './kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/use-url-state';
import { type QuoteFilters, quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';

/** A kept text never changes; another text has another key. */
const never = () => () => undefined;

/** Filters of the list. The URL has the state and the key of the search text; this browser tab has the text. */
export function useQuoteFilters(installId: string): {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
} {
  const url = useUrlState(installId, readQuotesUrl, quotesPath);
  const { state, search = null } = url.state;
  // The server does not have the text, so the page that it renders is not searched.
  const q = useSyncExternalStore(
    never,
    () => searchOfKey(search),
    () => '',
  );
  const filters = useMemo(() => ({ ...(state && { state }), ...(q && { q }) }), [state, q]);
  const changeUrl = url.change;
  const change = useCallback<ChangeUrl<QuoteFilters>>(
    ({ state: next, q: text }, step) =>
      changeUrl({ ...(next && { state: next }), ...(text && { search: keepSearch(text) }) }, step),
    [changeUrl],
  );
  return { filters, change };
}
