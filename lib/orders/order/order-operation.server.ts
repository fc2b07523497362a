import 'server-only';
import { z } from 'zod';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import {
  type ClaimedOperation,
  clockSkewMs,
  type OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { OrderDetail } from '@/lib/platform/contract/orders';
import { OrderId } from '@/lib/shared/ids';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/** What the writes to one order have in common: which order, its row in the mirror, and what time proves. */
const Target = z.object({ orderId: OrderId });

/** The order of the operation's path. */
export const orderIdOf = ({ target }: ClaimedOperation): OrderId => Target.parse(target).orderId;

/** The order as it stands, and the platform's id of that answer. */
export async function readOrderOf(
  platform: PlatformClient,
  operation: ClaimedOperation,
): Promise<{ order: OrderDetail; requestId: string | null }> {
  const { body, requestId } = await platform.getOrder(orderIdOf(operation));
  return { order: body.data, requestId };
}

/** Mirrors the order when the answer has it; else marks it, so that the worker reads it. */
export function orderChanged(
  operation: ClaimedOperation,
  change: { order: OrderDetail | null; requestId: string | null; result: Prisma.InputJsonObject },
): OperationSuccess {
  const { installId } = operation;
  const { order, requestId, result } = change;
  return {
    requestId,
    async store(tx, fence) {
      if (order) await writeOrderDetail(tx, installId, order, { fence, byEvent: false });
      else await markOrderDirty(tx, installId, orderIdOf(operation));
      return result;
    },
  };
}

/** Whether what was last changed at `updatedAt` has surely not been touched since the first sending. */
export function isUntouched({ firstSentAt }: ClaimedOperation, updatedAt: string): boolean {
  return firstSentAt !== null && new Date(updatedAt).getTime() < firstSentAt.getTime() - clockSkewMs;
}

/** Where a write of the platform left the order's own status; null where it did not say (A8, A9). */
export const OrderMoved = z.object({
  orderStatus: z.string().nullable(),
  /** The order's state refused a move that was due. */
  orderStatusSkipped: z.boolean().nullable(),
});
