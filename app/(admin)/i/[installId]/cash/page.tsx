import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { cashBookOptions, cashOrdersOptions } from '@/components/cash/cash-queries';
import { CashScreen } from '@/components/cash/cash-screen';
import { makeQueryClient } from '@/components/frame/query-client';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { cashPath, readCashUrl } from '@/lib/cash/cash-list-url';
import { CashListQuery, readCashPage } from '@/lib/cash/list-cash-orders.server';
import { readCashBook } from '@/lib/cash/read-cash-book.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import {
  assignCarrierAction,
  assignCarriersAction,
  postCashAction,
  saveCarrierAction,
  unassignCarriersAction,
  undoPostingAction,
} from './actions';

type CashPageProps = { params: Promise<{ installId: string }>; searchParams: PageQuery };

/**
 * Renders the cash notebook (the app's records about the cash of orders). The HTML from the server already contains the
 * balances and the first page of orders.
 */
export default async function CashPage({ params, searchParams }: CashPageProps) {
  const filters = readCashUrl(await pageQuery(searchParams));
  const context = await openPage(params, 'see_cash', cashPath(filters));
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId, store } = context;
  const queryClient = makeQueryClient();
  await Promise.all([
    queryClient.fetchQuery({
      ...cashBookOptions(installId),
      queryFn: () => readCashBook(context),
      retry: false,
    }),
    queryClient.fetchInfiniteQuery({
      ...cashOrdersOptions(installId, filters),
      queryFn: () => readCashPage(context, CashListQuery.parse(filters)),
      retry: false,
    }),
  ]);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <CashScreen
        installId={installId}
        storeName={store.name}
        currency={{ code: store.currency, decimals: store.decimals }}
        actions={{
          post: postCashAction,
          undo: undoPostingAction,
          saveCarrier: saveCarrierAction,
          assign: assignCarrierAction,
          assignMany: assignCarriersAction,
          unassign: unassignCarriersAction,
        }}
      />
    </HydratedQueries>
  );
}
