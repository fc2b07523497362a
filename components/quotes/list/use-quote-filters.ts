'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { keepSearch, searchOfKey } from './kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/use-url-state';
import { type QuoteFilters, quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';

/**
 * Subscribe function for useSyncExternalStore that never reports a change. The search text behind a key in the URL
 * never changes, because each new search text gets a new key.
 */
const never = () => () => undefined;

/**
 * Filters of the quote list. The URL has the state of the quotes and the key of the search text. The text itself is
 * stored in this browser tab.
 */
export function useQuoteFilters(installId: string): {
  filters: QuoteFilters;
  change: ChangeUrl<QuoteFilters>;
} {
  const url = useUrlState(installId, readQuotesUrl, quotesPath);
  const { state, search = null } = url.state;
  // On the server the search text is always empty, because only the browser tab has it. The rows in the HTML are
  // therefore not limited by the search.
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
