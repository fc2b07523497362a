import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '@/components/frame/query-client';
import { ordersListOptions } from '@/components/orders/orders-queries';
import { OrdersScreen } from '@/components/orders/orders-screen';
import { listOrders } from '@/lib/orders/list-orders.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** The orders index; its first page is in the HTML. */
export default async function OrdersPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params);
  const queryClient = makeQueryClient();
  await queryClient.fetchInfiniteQuery({
    ...ordersListOptions(context.installId),
    queryFn: () => listOrders(context, {}),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OrdersScreen installId={context.installId} />
    </HydrationBoundary>
  );
}
