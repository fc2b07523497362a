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

/** Target of an operation on one order, as it is stored with the operation. */
const Target = z.object({ orderId: OrderId });

/** Returns the order id in an operation's target. Throws if the target has none. */
export const orderIdOf = ({ target }: ClaimedOperation): OrderId => Target.parse(target).orderId;

/** Reads the current order from the platform. Also returns the request id of the platform's response. */
export async function readOrderOf(
  platform: PlatformClient,
  operation: ClaimedOperation,
): Promise<{ order: OrderDetail; requestId: string | null }> {
  const { body, requestId } = await platform.getOrder(orderIdOf(operation));
  return { order: body.data, requestId };
}

/**
 * Makes the result of a successful write to an order. If the response contains the order, the order is mirrored from
 * it. Otherwise the order gets a dirty mark, so that the worker reads it.
 */
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

/**
 * True if a record of the platform has certainly not changed since the operation was first sent. Its last change
 * (`updatedAt`) must be older than the first sending. The difference must be greater than the possible difference
 * between the clocks of the platform and the app.
 */
export function isUntouched({ firstSentAt }: ClaimedOperation, updatedAt: string): boolean {
  return firstSentAt !== null && new Date(updatedAt).getTime() < firstSentAt.getTime() - clockSkewMs;
}

/**
 * What a platform write returned about the order's status; null if the response does not contain the status (A8, A9).
 */
export const OrderMoved = z.object({
  orderStatus: z.string().nullable(),
  /**
   * True if the write succeeded but left the order's status as it was. Normally the write changes the status, but the
   * order's current status does not allow that change.
   */
  orderStatusSkipped: z.boolean().nullable(),
});
