import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { MoveStockCommand, MoveStockOutcome } from '@/lib/inventory/move-stock';
import { markProductsOf } from '@/lib/mirror/dirty/mark-dirty.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import { CreateMovementBody } from '@/lib/platform/contract/inventory';

/** Appends a change of stock, once. platform: Inventory, POST /inventory/movements. */
export async function moveStock(
  context: InstallContext,
  { operationId, movement }: MoveStockCommand,
): Promise<MoveStockOutcome> {
  return runOperation(context, createMovementKind, { operationId, body: movement });
}

const Appended = z.object({ variantId: z.string() });

/** How a movement is sent. One looks like another, so that reading never tells whose it is. */
export const createMovementKind: OperationKind<CreateMovementBody, z.infer<typeof Appended>> = {
  kind: 'create_movement',
  body: CreateMovementBody,
  result: Appended,
  scopes: () => ['inventory:write'],

  async send(platform, { installId, idempotencyKey, request }) {
    const { requestId } = await platform.createMovement(idempotencyKey, request);
    const { variant_id: variantId } = CreateMovementBody.parse(JSON.parse(request));
    return {
      requestId,
      // The event of it may be lost; the answer says nothing of the stock, so the product is read.
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
