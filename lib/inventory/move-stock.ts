import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateMovementBody } from '@/lib/platform/contract/inventory';
import { InstallId, OperationId } from '@/lib/shared/ids';

/**
 * Input of the action that changes the stock of a variant. The input contains the change in pieces, not the new stock.
 */
export const MoveStockCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  movement: CreateMovementBody,
});
export type MoveStockCommand = z.infer<typeof MoveStockCommand>;

/**
 * Result of a stock movement. The result does not contain the new stock, because the platform does not return it
 * (platform: Inventory).
 */
export type MoveStockOutcome = OperationOutcome<{ variantId: string }>;
