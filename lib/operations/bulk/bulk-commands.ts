import { z } from 'zod';
import { BulkRequest, BulkRunId } from '@/lib/operations/bulk/bulk-run';
import { InstallId } from '@/lib/shared/ids';

/** Inputs of the bulk actions. */
export const PreflightBulkCommand = z.object({ installId: InstallId, request: BulkRequest });

/** The operation id is the id of the run, made by the form. Submitting it again gives the same run. */
export const StartBulkCommand = PreflightBulkCommand.extend({ operationId: BulkRunId });

/** `retries` is the retry count that the user saw, so that a double click starts only one retry. */
export const ChangeBulkRunCommand = z.object({
  installId: InstallId,
  runId: BulkRunId,
  change: z.enum(['pause', 'resume', 'cancel', 'retry']),
  retries: z.int().min(0),
});
export type ChangeBulkRunCommand = z.infer<typeof ChangeBulkRunCommand>;
