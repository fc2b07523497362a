'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import {
  filtersOfUrl,
  isPublicSearch,
  keyOfUrl,
  ordersPath,
  urlOfFilters,
} from '@/lib/orders/list/order-list-url';
import { keepSearch, searchOfKey, useKeptSearch } from '@/components/ui/list/kept-search';
import { installPath } from '@/lib/shared/install-path';

/** How a change of the filters is added to the browser history. After a `push`, the Back button undoes the change. */
export type FilterStep = 'push' | 'replace';

export type ChangeFilters = (change: (now: OrderListFilters) => OrderListFilters, step?: FilterStep) => void;

/**
 * Filters of the orders list. They are stored in the URL. The exception is a search text that can be a customer's phone
 * or name: the browser tab keeps this text, and the URL has only its key (`isKept`).
 *
 * A change of the filters does not request the page from the server again. The list therefore changes immediately: it
 * shows cached rows, or the old rows dimmed. `text` is the canonical text of the filters with the search: equal filters
 * have equal texts.
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
      // The filters of the last render may be older than the URL, so the next change starts from the URL.
      const current = new URLSearchParams(window.location.search);
      const now = withSearch(filtersOfUrl(current), searchOfKey(keyOfUrl(current)));
      const next = changeOf(now);
      if (urlOfFilters(next).toString() === urlOfFilters(now).toString()) return;
      const path = installPath(installId, pathOf(next));
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId],
  );
  return { filters, text, isKept: q !== '', change };
}

const withSearch = (filters: OrderListFilters, q: string) => (q === '' ? filters : { ...filters, q });

function pathOf({ q, ...filters }: OrderListFilters): `/${string}` {
  if (q === undefined || isPublicSearch(q)) return ordersPath({ ...filters, q });
  return ordersPath(filters, keepSearch(q));
}
