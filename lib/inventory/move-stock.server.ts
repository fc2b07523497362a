import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { MoveStockCommand, MoveStockOutcome } from '@/lib/inventory/move-stock';
import { markProductsOf } from '@/lib/mirror/dirty/mark-dirty.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import { CreateMovementBody } from 'commerce-platform-client/contract/inventory';

/**
 * Changes the stock of a variant by one stock movement. Submitting the same operation id again creates no second
 * movement. platform: Inventory, POST /inventory/movements.
 */
export async function moveStock(
  context: InstallContext,
  { operationId, movement }: MoveStockCommand,
): Promise<MoveStockOutcome> {
  return runOperation(context, createMovementKind, { operationId, body: movement });
}

const Appended = z.object({ variantId: z.string() });

/**
 * Kind of operation (a recorded write) that creates a stock movement. If the outcome is unknown, reading the movements
 * cannot show whether the movement was created: two movements can look the same, and a movement does not contain the
 * operation id.
 */
export const createMovementKind: OperationKind<CreateMovementBody, z.infer<typeof Appended>> = {
  kind: 'create_movement',
  body: CreateMovementBody,
  result: Appended,
  doublesIfRepeated: true,
  scopes: () => ['inventory:write'],

  async send(platform, { installId, idempotencyKey, request }) {
    const { requestId } = await platform.createMovement(idempotencyKey, request);
    const { variant_id: variantId } = CreateMovementBody.parse(JSON.parse(request));
    return {
      requestId,
      // Marks the product as changed, so that the worker reads it again. The response does not contain the new stock,
      // and the webhook event of the movement may be lost.
      store: async (tx) => {
        await markProductsOf(tx, installId, [variantId]);
        return { variantId };
      },
    };
  },

  async reconcile() {
    return 'unclear';
  },
};
