import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  type ClaimedOperation,
  clockSkewMs,
  type OperationKind,
} from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { RefundOrderCommand } from '@/lib/orders/order/order-commands';
import { orderChanged, orderIdOf, OrderMoved, readOrderOf } from '@/lib/orders/order/order-operation.server';
import type { OrderDetail, Refund } from '@/lib/platform/contract/orders';
import { CreateRefundBody } from '@/lib/platform/contract/refunds';

/**
 * Refunds money once, and never more than was paid. If somebody else may have made the same refund, the operation
 * becomes needs_review. platform: Orders, POST /orders/{id}/refunds.
 */
export async function refundOrder(
  context: InstallContext,
  { operationId, orderId, refund }: RefundOrderCommand,
): Promise<OperationOutcome<z.infer<typeof Refunded>>> {
  return runOperation(context, createRefundKind, { operationId, target: { orderId }, body: refund });
}

const Refunded = OrderMoved.extend({ orderId: z.string(), refundId: z.string().nullable() });
const Before = z.object({ refundIds: z.array(z.string()) });

/**
 * Operation kind that sends a refund. A refund does not contain the operation id. So a read can prove at most that the
 * refund was not made.
 */
export const createRefundKind: OperationKind<CreateRefundBody, z.infer<typeof Refunded>> = {
  kind: 'create_refund',
  body: CreateRefundBody,
  result: Refunded,
  scopes: ({ restock }) => [
    'refunds:write',
    'orders:read',
    ...(restock ? (['inventory:write'] as const) : []),
  ],

  // `prepare` runs before each sending, also before a resend, because a user may have made the refund by hand in the
  // store admin meanwhile.
  async prepare(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    const before = Before.parse(operation.before ?? { refundIds: order.refunds.map(({ id }) => id) });
    const requested = bodyOf(operation);
    const alike = addedSince(order, before, requested);
    if (operation.outcomeUnknownAt === null) {
      const leftMinor = order.paid.amount_minor - order.refunded.amount_minor;
      if (requested.amount_minor > leftMinor)
        return { next: 'refuse', status: 409, code: 'conflict', requestId };
      // No request for our refund can have taken effect yet. So a new refund of the same amount was made by somebody
      // else, perhaps in place of ours, and a person must decide.
      return alike.length > 0 ? { next: 'review' } : { next: 'send', before };
    }
    // It is unknown whether the platform received our refund. `alike` has the order's new refunds of the same amount.
    // If there is none, or only one that may be ours, our refund is sent again. With the same idempotency key, the
    // platform does not make it twice. Otherwise a person must decide.
    const isOurs = alike.length < 2 && alike.every((refund) => mayBeOurs(refund, requested, operation));
    return isOurs ? { next: 'send', before } : { next: 'review' };
  },

  async send(platform, operation) {
    const { idempotencyKey, request } = operation;
    const orderId = orderIdOf(operation);
    const { body, requestId } = await platform.createRefund(idempotencyKey, orderId, request);
    const { refund, orderStatus, orderStatusSkipped } = body;
    const result = { orderId, refundId: refund?.id ?? null, orderStatus, orderStatusSkipped };
    return orderChanged(operation, { order: null, requestId, result });
  },

  async reconcile(platform, operation) {
    const { order } = await readOrderOf(platform, operation);
    const alike = addedSince(order, Before.parse(operation.before), bodyOf(operation));
    return alike.length === 0 ? 'absent' : 'unclear';
  },
};

const bodyOf = ({ request }: ClaimedOperation) => CreateRefundBody.parse(JSON.parse(request));

/**
 * Returns the refunds that the order did not have before this operation was first sent, and whose amount is the
 * requested one.
 */
function addedSince(
  order: OrderDetail,
  before: z.infer<typeof Before>,
  requested: CreateRefundBody,
): Refund[] {
  return order.refunds.filter(
    ({ id, amount }) => !before.refundIds.includes(id) && amount.amount_minor === requested.amount_minor,
  );
}

function mayBeOurs(
  refund: Refund,
  requested: CreateRefundBody,
  { outcomeUnknownAt }: ClaimedOperation,
): boolean {
  const sentBefore = (outcomeUnknownAt?.getTime() ?? 0) + clockSkewMs;
  return (
    new Date(refund.created_at).getTime() <= sentBefore &&
    refund.reason === requested.reason &&
    linesText(refund) === linesText(requested)
  );
}

const linesText = ({ lines }: Pick<Refund, 'lines'>) =>
  JSON.stringify(lines.map((line) => [line.order_item_id, line.quantity, line.amount_minor]).sort());
