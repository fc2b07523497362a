import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { notFound } from 'next/navigation';
import { makeQueryClient } from '@/components/frame/query-client';
import { bulkItemsOptions, bulkRunOptions } from '@/components/operations/bulk-queries';
import { RunScreen } from '@/components/operations/run-screen';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { listBulkItems, readBulkRun } from '@/lib/operations/bulk/read-bulk-run.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { changeBulkRunAction } from '@/app/(admin)/i/[installId]/runs/actions';

type RunPageProps = { params: Promise<{ installId: string; runId: string }> };

/** Page of one bulk run (one action on many orders or variants) with the outcome of each item. */
export default async function RunPage({ params }: RunPageProps) {
  const runId = decodeURIComponent((await params).runId);
  const context = await openPage(params, 'read', `/runs/${encodeURIComponent(runId)}`);
  const { installId } = context;
  const [found, items] = await Promise.all([
    readBulkRun(context, runId),
    listBulkItems(context, runId, bulkPorts),
  ]);
  if (found.code === 'not_found') notFound();
  const queryClient = makeQueryClient();
  queryClient.setQueryData(bulkRunOptions(installId, runId).queryKey, found.run);
  queryClient.setQueryData(bulkItemsOptions(installId, runId).queryKey, { items });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <RunScreen installId={installId} runId={runId} change={changeBulkRunAction} />
    </HydratedQueries>
  );
}
