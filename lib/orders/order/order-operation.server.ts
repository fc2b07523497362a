import 'server-only';
import { z } from 'zod';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import {
  type ClaimedOperation,
  clockSkewMs,
  type OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { OrderId } from 'commerce-platform-client/contract/ids';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/** Order id that is stored with an operation (a recorded write) on one order. */
const Target = z.object({ orderId: OrderId });

/** Returns the id of the order that an operation changes. Throws if the operation has no order id. */
export const orderIdOf = ({ target }: ClaimedOperation): OrderId => Target.parse(target).orderId;

/** Reads the order of an operation from the platform. Also returns the request id of the response. */
export async function readOrderOf(
  platform: PlatformClient,
  operation: ClaimedOperation,
): Promise<{ order: OrderDetail; requestId: string | null }> {
  const { body, requestId } = await platform.getOrder(orderIdOf(operation));
  return { order: body.data, requestId };
}

/**
 * The response of the platform from which the result of a write is made. `replayed` is absent if the response comes
 * from a read.
 */
export type SuccessAnswer = { requestId: string | null; replayed?: boolean };

/**
 * Returns the result of a successful write to an order. If the response contains the order, the order is copied to the
 * mirror (our copy of the platform's data). If the response has no order, or if the platform replayed an old response,
 * the order is marked as changed, so that the worker reads it.
 */
export function orderChanged(
  operation: ClaimedOperation,
  { requestId, replayed = false }: SuccessAnswer,
  change: { order: OrderDetail | null; result: Prisma.InputJsonObject },
): OperationSuccess {
  const { installId } = operation;
  const { order, result } = change;
  return {
    requestId,
    isReplayed: replayed,
    async store(tx, fence) {
      if (order) await writeOrderDetail(tx, installId, order, { fence, byEvent: false });
      if (!order || replayed) await markOrderDirty(tx, installId, orderIdOf(operation));
      return result;
    },
  };
}

/**
 * True if a record of the platform has certainly not changed since the operation was first sent. This is certain if the
 * last change of the record (`updatedAt`) is more than `clockSkewMs` before the first attempt to send. The margin is
 * needed because the clocks of the platform and the app may differ.
 */
export function isUntouched({ firstSentAt }: ClaimedOperation, updatedAt: string): boolean {
  return firstSentAt !== null && new Date(updatedAt).getTime() < firstSentAt.getTime() - clockSkewMs;
}

/**
 * What the platform returned about the order's status after a write; null if the response does not contain it (A8, A9).
 */
export const OrderMoved = z.object({
  orderStatus: z.string().nullable(),
  /**
   * True if the write succeeded but left the order's status unchanged, because this status did not allow the change.
   */
  orderStatusSkipped: z.boolean().nullable(),
});
