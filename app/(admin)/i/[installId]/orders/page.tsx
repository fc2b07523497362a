import { dehydrate } from '@tanstack/react-query';
import { redirect } from 'next/navigation';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { openRunsOptions } from '@/components/operations/bulk-queries';
import { RunUnderWay } from '@/components/operations/run-under-way';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import {
  ordersListOptions,
  orderWorkOptions,
  savedViewsOptions,
} from '@/components/orders/shared/orders-queries';
import { OrdersScreen } from '@/components/orders/list/orders-screen';
import { readTogether } from '@/lib/installs/read-together.server';
import { listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { readOrderWork } from '@/lib/orders/charts/read-order-work.server';
import { listViews } from '@/lib/orders/views/list-views.server';
import { listOrders } from '@/lib/orders/list/list-orders.server';
import {
  arePublicFilters,
  filtersOfUrl,
  keyOfUrl,
  ordersReturnPath,
  urlOfFilters,
} from '@/lib/orders/list/order-list-url';
import { installPath } from '@/lib/shared/install-path';
import { readSettings } from '@/lib/store/save-settings.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { chooseScreenAction } from '@/app/(admin)/i/[installId]/settings/actions';
import { preflightBulkAction, startBulkAction } from '@/app/(admin)/i/[installId]/runs/actions';
import {
  changeViewAction,
  deleteViewAction,
  matchCourierSheetAction,
  saveViewAction,
  startCourierRunAction,
} from './actions';

type OrdersPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: PageQuery;
};

/** List of the store's sales orders. The HTML from the server already contains its first page. */
export default async function OrdersPage({ params, searchParams }: OrdersPageProps) {
  const url = await pageQuery(searchParams);
  const filters = filtersOfUrl(url);
  const text = urlOfFilters(filters).toString();
  // After a sign-in, the user returns to the list with the filters of this URL.
  const returnPath = ordersReturnPath(filters, keyOfUrl(url));
  const context = await openPage(params, 'read', returnPath);
  // The app writes no such URL. A search text that may be personal data must leave the address, the history of the
  // browser and the requests of the page (S8).
  if (!arePublicFilters(filters)) redirect(installPath(context.installId, returnPath));
  if (!context.scopes.has('orders:read')) return <OrdersForbidden />;
  const { installId } = context;
  const queryClient = makeQueryClient();
  const { keepsCustomers } = await readTogether(context, async (reading) => {
    const settings = await readSettings(reading);
    await queryClient.fetchQuery({
      ...savedViewsOptions(installId),
      queryFn: () => listViews(reading),
      retry: false,
    });
    await queryClient.fetchQuery({
      ...openRunsOptions(installId),
      queryFn: async () => ({ runs: await listBulkRuns(reading, { open: true }) }),
      retry: false,
    });
    await queryClient.fetchQuery({
      ...orderWorkOptions(installId),
      queryFn: () => readOrderWork(reading),
      retry: false,
    });
    // The list is read last, because its settings of the query planner apply until the transaction ends.
    await queryClient.fetchInfiniteQuery({
      ...ordersListOptions(installId, text),
      queryFn: () => listOrders(reading, filters),
      retry: false,
      // The time of the browser's cache would keep the rows in the memory of the server by a timer.
      gcTime: Infinity,
    });
    return settings;
  });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <OrdersScreen
        installId={installId}
        actions={{
          bulk: { preflight: preflightBulkAction, start: startBulkAction },
          courier: { match: matchCourierSheetAction, start: startCourierRunAction },
          views: { save: saveViewAction, change: changeViewAction, remove: deleteViewAction },
          chooseScreen: chooseScreenAction,
        }}
        asksForNames={!keepsCustomers && context.screen.names === null}
        notice={<RunUnderWay installId={installId} />}
      />
    </HydratedQueries>
  );
}
