import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { leftOptions } from '@/components/imports/import-queries';
import { AdoptionScreen } from '@/components/imports/import-screen';
import { makeQueryClient } from '@/components/frame/query-client';
import { listLeft } from '@/lib/imports/list-earlier-data.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { adoptLeftAction, leaveLeftAction } from './actions';

/** What the store's earlier installation left; the list is in the HTML. */
export default async function AdoptPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, '/settings/adopt');
  const { installId } = context;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(leftOptions(installId).queryKey, await listLeft(context));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AdoptionScreen installId={installId} actions={{ adopt: adoptLeftAction, leave: leaveLeftAction }} />
    </HydrationBoundary>
  );
}
