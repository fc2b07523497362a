'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { savedViewsOptions } from '@/components/orders/shared/orders-queries';

const standardTexts = Object.values(standardViews).map((filters) => urlOfFilters(filters).toString());

/**
 * Returns the saved views as tabs, the saved view that shows the current filters, whether any view shows them
 * (`isView`), and whether they can be saved. Filters can be saved only if no view has the same filters yet. `text` is the canonical text of the filters.
 */
export function useSavedViews(installId: string, text: string) {
  const { data } = useQuery(savedViewsOptions(installId));
  const views = data?.views;
  const tabs = useMemo(
    () =>
      (views ?? []).map(({ id, name, filters }) => {
        const read: OrderListFilters = filtersOfUrl(new URLSearchParams(filters));
        return { id, name, filters: read };
      }),
    [views],
  );
  const active = views?.find(({ filters }) => filters === text) ?? null;
  const isView = active !== null || standardTexts.includes(text);
  return {
    tabs,
    active,
    isView,
    canSave: views !== undefined && !isView,
    canOwn: data?.canOwn ?? false,
  };
}
