import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { DoctorLinkCard } from '@/components/doctor/doctor-link-card';
import { makeQueryClient } from '@/components/frame/query-client';
import { syncOptions } from '@/components/mirror/sync-queries';
import { SyncScreen } from '@/components/mirror/sync-screen';
import { SubscriptionCard } from '@/components/webhooks/subscription-card';
import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import {
  changeSubscriptionAction,
  deleteSubscriptionAction,
  sendTestEventAction,
  startRepairAction,
} from './actions';

/**
 * Sync screen: the health of the mirror and the webhook subscription. The HTML from the server already contains the
 * health of the mirror. The subscription is read from the platform.
 */
export default async function SyncPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/sync');
  const { installId } = context;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(syncOptions(installId).queryKey, await readSyncView(context));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SyncScreen installId={installId} startRepair={startRepairAction}>
        <SubscriptionCard
          installId={installId}
          actions={{
            change: changeSubscriptionAction,
            remove: deleteSubscriptionAction,
            sendTest: sendTestEventAction,
          }}
        />
        <DoctorLinkCard installId={installId} />
      </SyncScreen>
    </HydrationBoundary>
  );
}
