'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { filtersOfUrl, quotesPath } from './quote-filter-url';
import type { QuoteFilters } from '@/components/quotes/quotes-queries';

/**
 * Filters of the list, stored only in the URL. A change does not request the page from the server, so the list shows
 * immediately, from the cache or dimmed.
 */
export function useQuoteFilters(installId: string): {
  filters: QuoteFilters;
  /** `push` adds a step that Back undoes. */
  change: (filters: QuoteFilters, step: 'push' | 'replace') => void;
} {
  const query = useSearchParams();
  const filters = useMemo(() => filtersOfUrl(query), [query]);
  const change = useCallback(
    (next: QuoteFilters, step: 'push' | 'replace') => {
      const path = quotesPath(installId, next);
      if (step === 'push') window.history.pushState(null, '', path);
      else window.history.replaceState(null, '', path);
    },
    [installId],
  );
  return { filters, change };
}
