'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { filtersOfUrl, urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { savedViewsOptions } from '@/components/orders/shared/orders-queries';

export type StandardView = keyof typeof standardViews;

const standardNames = Object.keys(standardViews) as StandardView[];
const standardTexts = standardNames.map((name) => urlOfFilters(standardViews[name]).toString());

/** Returns the canonical text of the filters without their sort. */
export function withoutSort(text: string): string {
  const url = new URLSearchParams(text);
  url.delete('sort');
  return url.toString();
}

/**
 * Returns the saved views for the orders list. `text` is the canonical text of the current filters.
 *
 * - `tabs`: the saved views, as tabs
 * - `active`: the saved view that shows the current filters; null if there is none
 * - `isView`: true if a saved view or a standard view shows the current filters
 * - `isSortedView`: true if a view has the current filters, perhaps with another sort. The filters then belong to that
 *   view and were not added by the user.
 * - `standard`: the standard view with the current filters, perhaps with another sort; null if there is none
 * - `canSave`: true if no view shows the current filters yet, so they can be saved as a new view
 * - `canOwn`: true if the user can have private views
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
  const plain = withoutSort(text);
  const standard =
    standardNames.find((_, place) => withoutSort(standardTexts[place] ?? '') === plain) ?? null;
  return {
    tabs,
    active,
    isView,
    isSortedView: standard !== null || (views ?? []).some(({ filters }) => withoutSort(filters) === plain),
    standard,
    canSave: views !== undefined && !isView,
    canOwn: data?.canOwn ?? false,
  };
}
