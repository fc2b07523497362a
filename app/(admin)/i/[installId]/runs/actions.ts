'use server';

import type { z } from 'zod';
import { readBulkPreflight } from '@/lib/customers/read-bulk-preflight.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import {
  ChangeBulkRunCommand,
  PreflightBulkCommand,
  StartBulkCommand,
} from '@/lib/operations/bulk/bulk-commands';
import type { RunChangeOutcome } from '@/lib/operations/bulk/bulk-run';
import { changeBulkRun } from '@/lib/operations/bulk/change-bulk-run.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import type { BulkCheckOutcome, BulkStartOutcome } from '@/lib/orders/bulk/bulk-actions';
import { rightOfBulk } from '@/lib/operations/bulk/bulk-right';
import { bulkLimit } from '@/app/(admin)/i/[installId]/bulk-limit';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Returns a preview of a bulk run (one action on many orders): how many items would be sent and how many would be left
 * out. For shipping, by a shipment or by the status, the preview also names the orders of customers who often refuse
 * their orders. Records nothing.
 */
export async function preflightBulkAction(
  command: z.input<typeof PreflightBulkCommand>,
): Promise<BulkCheckOutcome> {
  return runCommand(
    ({ request }) => [rightOfBulk(request)],
    PreflightBulkCommand,
    command,
    (context, { request }) =>
      bulkLimit.run(context.installId, () => readBulkPreflight(context, request, bulkPorts)),
    'request',
  );
}

/** Starts a bulk run. */
export async function startBulkAction(command: z.input<typeof StartBulkCommand>): Promise<BulkStartOutcome> {
  return runCommand(
    ({ request }) => [rightOfBulk(request)],
    StartBulkCommand,
    command,
    (context, { operationId, request }) =>
      bulkLimit.run(context.installId, () => startBulkRun(context, operationId, request, bulkPorts)),
    'request',
  );
}

/** Pauses, resumes or cancels a bulk run, or retries the items that the platform refused. */
export async function changeBulkRunAction(
  command: z.input<typeof ChangeBulkRunCommand>,
): Promise<RunChangeOutcome> {
  return runCommand('read', ChangeBulkRunCommand, command, (context, change) =>
    changeBulkRun(context, change, bulkPorts),
  );
}
