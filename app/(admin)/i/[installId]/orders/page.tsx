import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '@/components/frame/query-client';
import { OrdersForbidden } from '@/components/orders/orders-forbidden';
import { ordersListOptions } from '@/components/orders/orders-queries';
import { OrdersScreen } from '@/components/orders/orders-screen';
import { listOrders } from '@/lib/orders/list-orders.server';
import { filtersOfUrl, urlOfFilters } from '@/lib/orders/order-list-url';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

type OrdersPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The orders index; its first page is in the HTML. */
export default async function OrdersPage({ params, searchParams }: OrdersPageProps) {
  const filters = filtersOfUrl(urlOf(await searchParams));
  const text = urlOfFilters(filters).toString();
  // Signing in comes back to the same filters; a path to return to has no +.
  const context = await openPage(params, text ? `/orders?${text.replaceAll('+', '%20')}` : '/orders');
  if (!context.scopes.has('orders:read')) return <OrdersForbidden />;
  const queryClient = makeQueryClient();
  await queryClient.fetchInfiniteQuery({
    ...ordersListOptions(context.installId, text),
    queryFn: () => listOrders(context, filters),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OrdersScreen installId={context.installId} />
    </HydrationBoundary>
  );
}

function urlOf(parameters: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [name, value]),
    ),
  );
}
