import { readBulkRun } from '@/lib/operations/bulk/read-bulk-run.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the progress of one bulk run (one action on many orders or variants). */
export const GET = readRoute<{ installId: string; runId: string }>(
  'read',
  async (context, _request, { runId }) => {
    const found = await readBulkRun(context, runId);
    return found.code === 'found' ? found.run : answer(404, 'not_found');
  },
);
