'use client';

import { useCallback, useMemo } from 'react';
import { keepSearch, searchOfKey, useKeptSearch } from '@/components/ui/list/kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/list/use-url-state';
import { type CashFilters, type CashUrl, cashPath, readCashUrl } from '@/lib/cash/cash-list-url';

/**
 * Filters of the cash screen. The URL has the key of the search text. The search text itself is stored only in this
 * browser tab.
 */
export function useCashFilters(installId: string): { filters: CashFilters; change: ChangeUrl<CashFilters> } {
  const url = useUrlState(installId, readCashUrl, cashPath);
  const q = useKeptSearch(url.state.search ?? null);
  const filters = useMemo(() => withSearch(url.state, q), [url.state, q]);
  const changeUrl = url.change;
  const change = useCallback<ChangeUrl<CashFilters>>(
    (changeOf, step) =>
      changeUrl((now) => {
        const before = searchOfKey(now.search ?? null);
        const { q: text, ...others } = changeOf(withSearch(now, before));
        const search = text && (text === before ? now.search : keepSearch(text));
        return { ...others, ...(search && { search }) };
      }, step),
    [changeUrl],
  );
  return { filters, change };
}

const withSearch = ({ search: _, ...others }: CashUrl, q: string): CashFilters => ({
  ...others,
  ...(q && { q }),
});
