import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { cashDayOptions } from '@/components/cash/day/day-queries';
import { DayScreen } from '@/components/cash/day/day-screen';
import { makeQueryClient } from '@/components/frame/query-client';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { dayPath, readDayUrl } from '@/lib/cash/day/day-url';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { closeDayAction } from '@/app/(admin)/i/[installId]/cash/actions';

type DayPageProps = { params: Promise<{ installId: string }>; searchParams: PageQuery };

/**
 * Screen on which a user closes a store day and sees the record of the closed day. The HTML from the server already
 * contains the data of the day.
 */
export default async function DayPage({ params, searchParams }: DayPageProps) {
  const filters = readDayUrl(await pageQuery(searchParams));
  const context = await openPage(params, 'see_cash', dayPath(filters));
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId, store } = context;
  const queryClient = makeQueryClient();
  const view = await readCashDay(context, filters.day);
  queryClient.setQueryData(cashDayOptions(installId, view.day).queryKey, view);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <DayScreen installId={installId} storeName={store.name} openedOn={view.today} close={closeDayAction} />
    </HydratedQueries>
  );
}
