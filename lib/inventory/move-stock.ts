import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateMovementBody } from '@/lib/platform/contract/inventory';
import { InstallId, OperationId } from '@/lib/shared/ids';

/**
 * Input of the action that changes the stock of a variant. The input is a change in pieces, never an absolute quantity.
 */
export const MoveStockCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  movement: CreateMovementBody,
});
export type MoveStockCommand = z.infer<typeof MoveStockCommand>;

/**
 * Outcome of a stock movement. The platform never returns the resulting stock, so the stock is read separately
 * (platform: Inventory).
 */
export type MoveStockOutcome = OperationOutcome<{ variantId: string }>;
