'use server';

import type { z } from 'zod';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { BulkStartOutcome } from '@/lib/orders/bulk/bulk-actions';
import {
  type CourierMatchOutcome,
  MatchCourierCommand,
  StartCourierCommand,
} from '@/lib/orders/bulk/courier-commands';
import { matchCourierSheet, startCourierRun } from '@/lib/orders/bulk/match-courier-sheet.server';
import { changeView, deleteView, saveView } from '@/lib/orders/views/save-view.server';
import type { SavedViewOutcome } from '@/lib/orders/views/saved-view';
import {
  ChangeViewCommand,
  DeleteViewCommand,
  SaveViewCommand,
} from '@/lib/orders/views/saved-view-commands';
import { bulkLimit } from '@/app/(admin)/i/[installId]/bulk-limit';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Returns a preview of what a courier's sheet (order numbers with tracking numbers) would change. Sends and records
 * nothing.
 */
export async function matchCourierSheetAction(
  command: z.input<typeof MatchCourierCommand>,
): Promise<CourierMatchOutcome> {
  return runCommand('fulfil', MatchCourierCommand, command, (context, sheet) =>
    bulkLimit.run(context.installId, () => matchCourierSheet(context, sheet, bulkPorts)),
  );
}

/**
 * Starts the bulk run that creates fulfillments for the orders on a courier's sheet (order numbers with tracking
 * numbers).
 */
export async function startCourierRunAction(
  command: z.input<typeof StartCourierCommand>,
): Promise<BulkStartOutcome> {
  return runCommand('fulfil', StartCourierCommand, command, (context, sheet) =>
    bulkLimit.run(context.installId, () => startCourierRun(context, sheet, bulkPorts)),
  );
}

/** Saves filters and columns of the orders list as a view. */
export async function saveViewAction(command: z.input<typeof SaveViewCommand>): Promise<SavedViewOutcome> {
  return runCommand('save_views', SaveViewCommand, command, saveView);
}

/** Changes the name or the columns of a saved view of the orders list. */
export async function changeViewAction(
  command: z.input<typeof ChangeViewCommand>,
): Promise<SavedViewOutcome> {
  return runCommand('save_views', ChangeViewCommand, command, changeView);
}

/** Deletes a saved view of the orders list. */
export async function deleteViewAction(
  command: z.input<typeof DeleteViewCommand>,
): Promise<SavedViewOutcome> {
  return runCommand('save_views', DeleteViewCommand, command, deleteView);
}
