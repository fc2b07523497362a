import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OrderWork } from '@/lib/orders/charts/order-work';
import type { FoundOrders, OrderListView, OrderView } from '@/lib/orders/order-view';
import type { SavedViewList } from '@/lib/orders/views/saved-view';
import { filtersOfUrl, searchedOrdersPath } from '@/lib/orders/list/order-list-url';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { ordersKeys } from '@/lib/shared/read-keys';

/**
 * How long the pages of the orders list stay in the cache after the merchant leaves the list, in milliseconds. A
 * merchant who returns within this time (for example, after a long phone call) finds the loaded pages and the scroll
 * position.
 */
const listCachedMs = 30 * 60_000;

/**
 * Returns the React Query options for the orders list, one page at a time. `filters` is the canonical text of the
 * filters (urlOfFilters). The server reads the first page for the HTML with the same query key, so the browser does not
 * read that page again.
 */
export function ordersListOptions(installId: string, filters: string) {
  return infiniteQueryOptions({
    queryKey: ordersKeys.list(installId, filters),
    queryFn: ({ pageParam, signal }) => {
      const path = `/api${installPath(installId, '/orders')}` as const;
      const query = new URLSearchParams(filters);
      // A search is posted in the body, because the search text can be a customer's phone or name, which must not be in
      // a URL.
      if (query.has('q'))
        return readJson<OrderListView>(path, signal, {
          ...filtersOfUrl(query),
          ...(pageParam !== null && { cursor: pageParam }),
        });
      if (pageParam !== null) query.set('cursor', pageParam);
      return readJson<OrderListView>(`${path}?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: OrderListView) => page.nextCursor,
    gcTime: listCachedMs,
  });
}

/**
 * Returns the React Query options for the orders that the command palette finds. The search text can be a customer's
 * phone or name, so it is posted in the body and not in the URL (S8).
 */
export function foundOrdersOptions(installId: string, q: string) {
  return queryOptions({
    queryKey: ordersKeys.found(installId, q),
    queryFn: ({ signal }) =>
      readJson<FoundOrders>(`/api${installPath(installId, '/orders/found')}`, signal, { q }),
  });
}

/** Returns the React Query options for the number of orders that need work in each standard view. */
export function orderWorkOptions(installId: string) {
  return queryOptions({
    queryKey: ordersKeys.work(installId),
    queryFn: ({ signal }) => readJson<OrderWork>(`/api${installPath(installId, '/orders/work')}`, signal),
  });
}

/** Returns the React Query options for one sales order. */
export function orderOptions(installId: string, orderId: string) {
  return queryOptions({
    queryKey: ordersKeys.order(installId, orderId),
    queryFn: ({ signal }) =>
      readJson<OrderView>(`/api${installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}`, signal),
  });
}

/**
 * Returns the React Query options for the saved views that the current user sees. Views saved by other users appear
 * when the browser tab gets focus again.
 */
export function savedViewsOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'views'],
    queryFn: ({ signal }) => readJson<SavedViewList>(`/api${installPath(installId, '/views')}`, signal),
  });
}

/**
 * Returns the path of the orders list that shows the results of a search, relative to the install. Text that can be the
 * name or phone number of a customer must not be in the path (S8). `keep` stores such text in the browser tab and
 * returns the key that stands for it in the path.
 */
export const ordersSearchPath = (words: string, keep: (text: string) => string) =>
  searchedOrdersPath({ q: words }, keep);
