import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OrderListView, OrderView } from '@/lib/orders/order-view';
import type { SavedViewList } from '@/lib/orders/views/saved-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { ordersKeys } from '@/lib/shared/read-keys';

/** A merchant who returns to a list after a long phone call still finds the loaded pages and the scroll position. */
const listCachedMs = 30 * 60_000;

/**
 * Query for the orders index, one page at a time. `filters` is the canonical filter text (urlOfFilters). The page's
 * server prefetch uses the same key.
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

/** Query for one order. */
export function orderOptions(installId: string, orderId: string) {
  return queryOptions({
    queryKey: ordersKeys.order(installId, orderId),
    queryFn: ({ signal }) =>
      readJson<OrderView>(`/api${installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}`, signal),
  });
}

/** Query for the saved views of the current user. Views that other users save appear when the page gets focus again. */
export function savedViewsOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'views'],
    queryFn: ({ signal }) => readJson<SavedViewList>(`/api${installPath(installId, '/views')}`, signal),
  });
}
