import { NewSheetScreen } from '@/components/deliveries/new-sheet-screen';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { findRefusalsInTurn } from '@/lib/customers/find-refusals-in-turn.server';
import { listSheetOrders, nameMissingOrders } from '@/lib/deliveries/list-sheet-orders.server';
import { readDrivers } from '@/lib/deliveries/read-sheets.server';
import { readPrintIds } from '@/lib/orders/print/print-query';
import { dayOf } from '@/lib/shared/store-day';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { createSheetAction } from '@/app/(admin)/i/[installId]/deliveries/actions';

type NewSheetPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Form for a new delivery sheet of the orders in the query (?ids=a,b,c). */
export default async function NewSheetPage({ params, searchParams }: NewSheetPageProps) {
  const { orderIds } = readPrintIds(await searchParams);
  const path = `/deliveries/new?${new URLSearchParams({ ids: orderIds.join(',') })}` as const;
  const context = await openPage(params, 'fulfil', path);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId, store } = context;
  const [orders, refusals, drivers] = await Promise.all([
    listSheetOrders(context, orderIds),
    findRefusalsInTurn(context, orderIds),
    readDrivers(context),
  ]);
  const missing = orderIds.filter((id) => !orders.some((order) => order.id === id));
  return (
    <NewSheetScreen
      installId={installId}
      orderIds={orderIds}
      orders={orders}
      missing={await nameMissingOrders(context, missing)}
      refusals={refusals === 'busy' ? null : refusals}
      isUnchecked={refusals === 'busy'}
      {...drivers}
      today={dayOf(new Date(), store.timezone)}
      create={createSheetAction}
    />
  );
}
