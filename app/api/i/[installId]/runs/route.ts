import { z } from 'zod';
import { listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

const Query = z.object({ open: z.literal('true').optional() });

/**
 * Lists the newest bulk runs (one action on many orders or variants each). With `?open=true`, the list has only the
 * runs that are not finished.
 */
export const GET = readRoute('read', async (context, request) => {
  const { open } = Query.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { runs: await listBulkRuns(context, { open: open !== undefined }) };
});
