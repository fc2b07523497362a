import { z } from 'zod';
import { listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

const Query = z.object({ open: z.literal('true').optional() });

/** The newest runs, or of these the ones that are not over. */
export const GET = readRoute(async (context, request) => {
  const { open } = Query.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { runs: await listBulkRuns(context, { open: open !== undefined }) };
});
