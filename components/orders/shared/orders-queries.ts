import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OrderListView, OrderView } from '@/lib/orders/order-view';
import type { SavedViewList } from '@/lib/orders/views/saved-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { ordersKeys } from '@/lib/shared/read-keys';

/** A merchant comes back to a list after a long call, and finds its pages and its place. */
const listCachedMs = 30 * 60_000;

/**
 * The orders index, a page at a time; `filters` is the canonical text of them (urlOfFilters). The page's server
 * prefetch uses the same key.
 */
export function ordersListOptions(installId: string, filters: string) {
  return infiniteQueryOptions({
    queryKey: ordersKeys.list(installId, filters),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters);
      if (pageParam !== null) query.set('cursor', pageParam);
      return readJson<OrderListView>(`/api${installPath(installId, `/orders?${query}`)}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: OrderListView) => page.nextCursor,
    gcTime: listCachedMs,
  });
}

/** One order. */
export function orderOptions(installId: string, orderId: string) {
  return queryOptions({
    queryKey: ordersKeys.order(installId, orderId),
    queryFn: ({ signal }) =>
      readJson<OrderView>(`/api${installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}`, signal),
  });
}

/** The saved views of whoever is there. What others save is seen when the page is looked at again. */
export function savedViewsOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'views'],
    queryFn: ({ signal }) => readJson<SavedViewList>(`/api${installPath(installId, '/views')}`, signal),
  });
}
