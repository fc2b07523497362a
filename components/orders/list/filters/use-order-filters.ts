'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl, ordersPath, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { installPath } from '@/lib/shared/install-path';

/** How a change of the filters is added to the browser history. After a `push`, the Back button undoes the change. */
export type FilterStep = 'push' | 'replace';

export type ChangeFilters = (change: (now: OrderListFilters) => OrderListFilters, step?: FilterStep) => void;

/**
 * Filters of the orders list. They are stored only in the URL. A change of the filters does not request the page from
 * the server again. The list therefore changes immediately: it shows cached rows, or the old rows dimmed. `text` is the
 * canonical text of the filters: equal filters have equal texts.
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
      // The filters of the last render may be older than the URL, so the next change starts from the URL.
      const now = filtersOfUrl(new URLSearchParams(window.location.search));
      const next = changeOf(now);
      if (urlOfFilters(next).toString() === urlOfFilters(now).toString()) return;
      const path = installPath(installId, ordersPath(next));
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId],
  );
  return { filters, text, change };
}
