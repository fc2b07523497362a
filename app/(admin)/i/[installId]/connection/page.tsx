import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { syncOptions } from '@/components/mirror/sync-queries';
import { updateDelays } from '@/lib/mirror/sweeps/sweep-schedule';
import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { startRepairAction } from './actions';
import { ConnectionWithTopics } from './connection-with-topics';
import { changeSubscriptionAction } from '@/app/(admin)/i/[installId]/connection/developers/actions';

/**
 * Connection screen. It shows whether the data in the app agrees with the data in the store. The HTML from the server
 * already contains the data of this screen. Details are on a separate screen for developers.
 */
export default async function ConnectionPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/connection');
  const { installId } = context;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(syncOptions(installId).queryKey, await readSyncView(context));
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <ConnectionWithTopics
        installId={installId}
        startRepair={startRepairAction}
        change={changeSubscriptionAction}
        delays={updateDelays}
      />
    </HydratedQueries>
  );
}
