import { z } from 'zod';
import { BulkRequest, BulkRunId } from '@/lib/operations/bulk/bulk-run';
import { InstallId } from '@/lib/shared/ids';

/** Inputs of the actions on many orders at once. */
export const PreflightBulkCommand = z.object({ installId: InstallId, ask: BulkRequest });

/** The operation id is that of the run, made by the form: posting it again is the same run. */
export const StartBulkCommand = PreflightBulkCommand.extend({ operationId: BulkRunId });

/** `retries` is what the person saw: the same press twice is one retry. */
export const ChangeBulkRunCommand = z.object({
  installId: InstallId,
  runId: BulkRunId,
  change: z.enum(['pause', 'resume', 'cancel', 'retry']),
  retries: z.int().min(0),
});
export type ChangeBulkRunCommand = z.infer<typeof ChangeBulkRunCommand>;
