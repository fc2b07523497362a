import { z } from 'zod';
import { BulkRequest, BulkRunId } from '@/lib/operations/bulk/bulk-run';
import { InstallId } from '@/lib/shared/ids';

/** Inputs of the actions on bulk runs. */
export const PreflightBulkCommand = z.object({ installId: InstallId, request: BulkRequest });

/** The operation id is the id of the bulk run and is made by the form. Submitting the form again gives the same run. */
export const StartBulkCommand = PreflightBulkCommand.extend({ operationId: BulkRunId });

/**
 * `retries` is how often the bulk run had been retried when the screen was shown. The action compares it, so that a
 * double click starts only one retry.
 */
export const ChangeBulkRunCommand = z.object({
  installId: InstallId,
  runId: BulkRunId,
  change: z.enum(['pause', 'resume', 'cancel', 'retry']),
  retries: z.int().min(0),
});
export type ChangeBulkRunCommand = z.infer<typeof ChangeBulkRunCommand>;
