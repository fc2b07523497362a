import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { listBulkItems } from '@/lib/operations/bulk/read-bulk-run.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the outcome of each item of a bulk run (one action on many orders or variants). The list is empty if the run
 * is unknown.
 */
export const GET = readRoute<{ installId: string; runId: string }>(
  'read',
  async (context, _request, { runId }) => ({
    items: await listBulkItems(context, runId, bulkPorts),
  }),
);
