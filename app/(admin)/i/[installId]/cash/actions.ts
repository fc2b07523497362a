'use server';

import type { z } from 'zod';
import { assignCarrier } from '@/lib/cash/assign-carrier.server';
import { assignCarriers, unassignCarriers } from '@/lib/cash/assign-carriers.server';
import { AssignCarrierCommand, AssignCarriersCommand, SaveCarrierCommand } from '@/lib/cash/carrier-commands';
import { PostByHandCommand, UndoPostingCommand } from '@/lib/cash/cash-commands';
import type {
  AssignCarrierOutcome,
  AssignCarriersOutcome,
  CashRefusal,
  PostCashOutcome,
  SaveCarrierOutcome,
  UnassignCarriersOutcome,
  UndoOutcome,
} from '@/lib/cash/cash-outcome';
import { closeDay } from '@/lib/cash/day/close-day.server';
import { CloseDayCommand } from '@/lib/cash/day/day-commands';
import type { CloseDayOutcome } from '@/lib/cash/day/day-outcome';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Records the amounts that a user typed for the cash of some orders. They become one posting (a group of entries that
 * can be undone as a whole).
 */
export async function postCashAction(
  command: z.input<typeof PostByHandCommand>,
): Promise<PostCashOutcome | CashRefusal> {
  return runCommand('post_cash', PostByHandCommand, command, (context, { operationId, note, lines }) =>
    postCash(context, { postingId: operationId, source: 'by_hand', sheetHash: null, note, lines }),
  );
}

/** Undoes a posting (a group of cash entries that were recorded together) as a whole. */
export async function undoPostingAction(
  command: z.input<typeof UndoPostingCommand>,
): Promise<UndoOutcome | CashRefusal> {
  return runCommand('post_cash', UndoPostingCommand, command, (context, { postingId }) =>
    undoPosting(context, postingId),
  );
}

/** Adds or changes a carrier. */
export async function saveCarrierAction(
  command: z.input<typeof SaveCarrierCommand>,
): Promise<SaveCarrierOutcome | CashRefusal> {
  return runCommand('post_cash', SaveCarrierCommand, command, saveCarrier);
}

/** Stores which carrier has the cash of an order in the cash notebook. */
export async function assignCarrierAction(
  command: z.input<typeof AssignCarrierCommand>,
): Promise<AssignCarrierOutcome | CashRefusal> {
  return runCommand('post_cash', AssignCarrierCommand, command, assignCarrier);
}

/** Stores which carrier has the cash of several orders that have no carrier. */
export async function assignCarriersAction(
  command: z.input<typeof AssignCarriersCommand>,
): Promise<AssignCarriersOutcome | CashRefusal> {
  return runCommand('post_cash', AssignCarriersCommand, command, assignCarriers);
}

/** Undoes the assignment of several orders to a carrier. */
export async function unassignCarriersAction(
  command: z.input<typeof AssignCarriersCommand>,
): Promise<UnassignCarriersOutcome | CashRefusal> {
  return runCommand('post_cash', AssignCarriersCommand, command, unassignCarriers);
}

/** Stores the record of a store day, or a correction of that record. */
export async function closeDayAction(
  command: z.input<typeof CloseDayCommand>,
): Promise<CloseDayOutcome | CashRefusal> {
  return runCommand('post_cash', CloseDayCommand, command, closeDay);
}
