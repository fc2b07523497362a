import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateMovementBody } from '@/lib/platform/contract/inventory';
import { InstallId, OperationId } from '@/lib/shared/ids';

/** Input of the action: a change of stock, never an absolute one. */
export const MoveStockCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  movement: CreateMovementBody,
});
export type MoveStockCommand = z.infer<typeof MoveStockCommand>;

/** What became of it. The platform never answers the resulting stock: that is read (platform: Inventory). */
export type MoveStockOutcome = OperationOutcome<{ variantId: string }>;
