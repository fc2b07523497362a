import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { listBulkItems } from '@/lib/operations/bulk/read-bulk-run.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the outcome of each item of a bulk run; the list is empty for an unknown run. */
export const GET = readRoute<{ installId: string; runId: string }>(async (context, _request, { runId }) => ({
  items: await listBulkItems(context, runId, bulkPorts),
}));
