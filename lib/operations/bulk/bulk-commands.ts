import { z } from 'zod';
import { BulkRequest, BulkRunId } from '@/lib/operations/bulk/bulk-run';
import { InstallId } from 'commerce-platform-client/contract/ids';

/** Input of the check before a bulk run is started. */
export const PreflightBulkCommand = z.object({ installId: InstallId, request: BulkRequest });

/**
 * Input of the action that starts a bulk run. The form makes `operationId`, which becomes the id of the run. Submitting
 * the same id again returns the same run.
 */
export const StartBulkCommand = PreflightBulkCommand.extend({ operationId: BulkRunId });

/**
 * Input of the buttons that pause, resume, cancel or retry a bulk run. `retries` is the number of retries that the
 * screen showed, so that a double click starts only one retry.
 */
export const ChangeBulkRunCommand = z.object({
  installId: InstallId,
  runId: BulkRunId,
  change: z.enum(['pause', 'resume', 'cancel', 'retry']),
  retries: z.int().min(0),
});
export type ChangeBulkRunCommand = z.infer<typeof ChangeBulkRunCommand>;
