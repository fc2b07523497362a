import { listBulkItems } from '@/lib/operations/bulk/read-bulk-run.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** What became of each order of a run; none of a run that there is not. */
export const GET = readRoute<{ installId: string; runId: string }>(async (context, _request, { runId }) => ({
  items: await listBulkItems(context, runId),
}));
