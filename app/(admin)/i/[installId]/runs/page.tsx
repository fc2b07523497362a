import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { bulkRunsOptions } from '@/components/operations/bulk-queries';
import { RunsScreen } from '@/components/operations/runs-screen';
import { listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** Page with the list of the newest bulk runs (one action on many orders or variants each). */
export default async function RunsPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/runs');
  const queryClient = makeQueryClient();
  queryClient.setQueryData(bulkRunsOptions(context.installId).queryKey, {
    runs: await listBulkRuns(context),
  });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <RunsScreen installId={context.installId} />
    </HydratedQueries>
  );
}
