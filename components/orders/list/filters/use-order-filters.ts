'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl, keyOfUrl, searchedOrdersPath, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { keepSearch, searchOfKey, useKeptSearch } from '@/components/ui/list/kept-search';
import { installPath } from '@/lib/shared/install-path';

/**
 * How a change of the filters affects the browser history. After a `push`, the Back button undoes the change. A
 * `replace` adds no entry to the history.
 */
export type FilterStep = 'push' | 'replace';

export type ChangeFilters = (change: (now: OrderListFilters) => OrderListFilters, step?: FilterStep) => void;

/**
 * Hook with the filters of the orders list, which are stored in the URL. There is one exception: a search text that can
 * be a customer's phone or name is stored in the browser tab. The URL then contains only the key of the text
 * (`isKept`).
 *
 * A change of the filters does not request the page from the server again, so the list changes immediately. Until new
 * rows arrive, it shows cached rows, or the old rows dimmed. `text` is the canonical text of the filters with the
 * search: equal filters have equal texts.
 */
export function useOrderFilters(installId: string): {
  filters: OrderListFilters;
  text: string;
  isKept: boolean;
  change: ChangeFilters;
} {
  const url = useSearchParams();
  const q = useKeptSearch(keyOfUrl(url));
  const text = urlOfFilters(withSearch(filtersOfUrl(url), q)).toString();
  const filters = useMemo(() => filtersOfUrl(new URLSearchParams(text)), [text]);
  const change = useCallback<ChangeFilters>(
    (changeOf, step = 'push') => {
      // This function may run before the page has rendered the newest filters. The change is therefore applied to the
      // filters in the URL, because they are always the newest.
      const current = new URLSearchParams(window.location.search);
      const now = withSearch(filtersOfUrl(current), searchOfKey(keyOfUrl(current)));
      const next = changeOf(now);
      if (urlOfFilters(next).toString() === urlOfFilters(now).toString()) return;
      const path = installPath(installId, searchedOrdersPath(next, keepSearch));
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId],
  );
  return { filters, text, isKept: q !== '', change };
}

const withSearch = (filters: OrderListFilters, q: string) => (q === '' ? filters : { ...filters, q });
