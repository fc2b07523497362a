'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { installPath } from '@/lib/shared/install-path';

/** How a change of filters stands in the history: push is a step that Back undoes. */
export type FilterStep = 'push' | 'replace';

export type ChangeFilters = (change: (now: OrderListFilters) => OrderListFilters, step?: FilterStep) => void;

/** Path of the orders index that shows these. */
export function ordersPath(installId: string, filters: OrderListFilters): string {
  const query = urlOfFilters(filters).toString();
  return installPath(installId, query ? `/orders?${query}` : '/orders');
}

/**
 * The filters of the index: its URL alone holds them. They change without asking the server for the page, so that the
 * list is there at once, from the cache or dimmed. `text` is the same for the same filters.
 */
export function useOrderFilters(installId: string): {
  filters: OrderListFilters;
  text: string;
  change: ChangeFilters;
} {
  const text = urlOfFilters(filtersOfUrl(useSearchParams())).toString();
  const filters = useMemo(() => filtersOfUrl(new URLSearchParams(text)), [text]);
  const change = useCallback<ChangeFilters>(
    (changeOf, step = 'push') => {
      // What is rendered may be one change behind.
      const now = filtersOfUrl(new URLSearchParams(window.location.search));
      const next = changeOf(now);
      if (urlOfFilters(next).toString() === urlOfFilters(now).toString()) return;
      const path = ordersPath(installId, next);
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId],
  );
  return { filters, text, change };
}
