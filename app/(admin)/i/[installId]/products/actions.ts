'use server';

import type { z } from 'zod';
import { MoveStockCommand, type MoveStockOutcome } from '@/lib/inventory/move-stock';
import { moveStock } from '@/lib/inventory/move-stock.server';
import { matchStockSheet } from '@/lib/inventory/match-stock-sheet.server';
import { MatchStockSheetCommand, type StockSheetMatchOutcome } from '@/lib/inventory/stock-sheet';
import { bulkLimit } from '@/app/(admin)/i/[installId]/bulk-limit';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Changes the stock of a product variant. */
export async function moveStockAction(command: z.input<typeof MoveStockCommand>): Promise<MoveStockOutcome> {
  return runCommand('edit_stock', MoveStockCommand, command, moveStock, 'movement');
}

/** Returns a preview of what a pasted stock sheet would change. Sends and records nothing. */
export async function matchStockSheetAction(
  command: z.input<typeof MatchStockSheetCommand>,
): Promise<StockSheetMatchOutcome> {
  return runCommand('edit_stock', MatchStockSheetCommand, command, (context, sheet) =>
    bulkLimit.run(context.installId, () => matchStockSheet(context, sheet)),
  );
}
