import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { earlierDataOptions } from '@/components/imports/import-queries';
import { ImportScreen } from '@/components/imports/import-screen';
import { makeQueryClient } from '@/components/frame/query-client';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { importEarlierDataAction, ignoreEarlierDataAction } from './actions';

/**
 * Screen with the data that can be imported from the store's earlier installations of the app. The HTML from
 * the server already contains the list.
 */
export default async function ImportPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'change_settings', '/settings/import');
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId } = context;
  const queryClient = makeQueryClient();
  queryClient.setQueryData(earlierDataOptions(installId).queryKey, await listEarlierData(context));
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <ImportScreen
        installId={installId}
        actions={{ importEarlier: importEarlierDataAction, ignoreEarlier: ignoreEarlierDataAction }}
      />
    </HydratedQueries>
  );
}
