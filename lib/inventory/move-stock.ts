import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateMovementBody } from 'commerce-platform-client/contract/inventory';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';

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
