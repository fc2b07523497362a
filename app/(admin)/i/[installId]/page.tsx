import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '@/components/frame/query-client';
import { homeOptions } from '@/components/home/home-queries';
import { HomeScreen } from '@/components/home/home-screen';
import { readHome } from '@/lib/home/read-home.server';
import { urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { openPage } from './open-page';

/** Home screen: what the store has to do today. The HTML from the server contains everything except the charts. */
export default async function HomePage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '');
  const { installId } = context;
  const queryClient = makeQueryClient();
  await queryClient.fetchQuery({
    ...homeOptions(installId),
    queryFn: () => readHome(context),
    retry: false,
  });
  const pathOf = (name: keyof typeof standardViews) =>
    `/orders?${urlOfFilters(standardViews[name])}` as const;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <HomeScreen
        installId={installId}
        storeName={context.store.name}
        paths={{
          to_review: pathOf('to_review'),
          to_ship: pathOf('to_ship'),
          cash_to_collect: pathOf('cash_to_collect'),
          problems: pathOf('problems'),
        }}
      />
    </HydrationBoundary>
  );
}
