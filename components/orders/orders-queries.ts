import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OrderListView, OrderView } from '@/lib/orders/order-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** Keys of the reads of orders; `all` holds the others. */
export const ordersKeys = {
  all: (installId: string) => ['install', installId, 'orders'] as const,
  lists: (installId: string) => [...ordersKeys.all(installId), 'list'] as const,
  order: (installId: string, orderId: string) => [...ordersKeys.all(installId), 'one', orderId] as const,
};

/** The orders index, a page at a time; the page's server prefetch uses the same key. */
export function ordersListOptions(installId: string) {
  return infiniteQueryOptions({
    queryKey: ordersKeys.lists(installId),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`;
      return readJson<OrderListView>(`/api${installPath(installId, `/orders${query}`)}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: OrderListView) => page.nextCursor,
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
