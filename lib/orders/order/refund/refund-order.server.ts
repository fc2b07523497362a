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
import type { OrderDetail, Refund } from 'commerce-platform-client/contract/orders';
import { CreateRefundBody } from 'commerce-platform-client/contract/refunds';

/**
 * Refunds money once, and never more than was paid. If another person may have made the same refund, the operation ends
 * with the state `needs_review`, so that a user decides. platform: Orders, POST /orders/{id}/refunds.
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
 * Kind of operation (a recorded write) that sends a refund. The platform's refunds do not contain the operation id. So
 * if a read returns no matching refund, the refund was not made. If a read returns a matching refund, it is unknown
 * whether this operation made that refund.
 */
export const createRefundKind: OperationKind<CreateRefundBody, z.infer<typeof Refunded>> = {
  kind: 'create_refund',
  body: CreateRefundBody,
  result: Refunded,
  doublesIfRepeated: true,
  summarizeRequest: ({ amount_minor: amountMinor }) => ({ amountMinor }),
  scopes: ({ restock }) => [
    'refunds:write',
    'orders:read',
    ...(restock ? (['inventory:write'] as const) : []),
  ],

  // The function `prepare` reads the order before each attempt to send. A user may have made the refund in the store
  // admin since the last attempt.
  async prepare(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    const before = Before.parse(operation.before ?? { refundIds: order.refunds.map(({ id }) => id) });
    const requested = bodyOf(operation);
    const alike = addedSince(order, before, requested);
    if (operation.outcomeUnknownAt === null) {
      const leftMinor = order.paid.amount_minor - order.refunded.amount_minor;
      if (requested.amount_minor > leftMinor)
        return { next: 'refuse', status: 409, code: 'conflict', requestId };
      // No attempt of this operation can have taken effect yet. So if there is a new refund of the same amount, another
      // person made it, perhaps for the same reason. A user must decide.
      return alike.length > 0 ? { next: 'review' } : { next: 'send', before };
    }
    // An earlier attempt of this operation may have taken effect. `alike` has the new refunds of the same amount. If
    // `alike` is empty, or has one refund that may be ours, the request is sent again. The idempotency key prevents a
    // second refund. In all other cases, a user must decide.
    const isOurs = alike.length < 2 && alike.every((refund) => mayBeOurs(refund, requested, operation));
    return isOurs ? { next: 'send', before } : { next: 'review' };
  },

  async send(platform, operation) {
    const { idempotencyKey, request } = operation;
    const orderId = orderIdOf(operation);
    const { body, requestId } = await platform.createRefund(idempotencyKey, orderId, request);
    const { refund, orderStatus, orderStatusSkipped } = body;
    const result = { orderId, refundId: refund?.id ?? null, orderStatus, orderStatusSkipped };
    return orderChanged(operation, { requestId }, { order: null, result });
  },

  async reconcile(platform, operation) {
    const { order } = await readOrderOf(platform, operation);
    const alike = addedSince(order, Before.parse(operation.before), bodyOf(operation));
    return alike.length === 0 ? 'absent' : 'unclear';
  },
};

const bodyOf = ({ request }: ClaimedOperation) => CreateRefundBody.parse(JSON.parse(request));

/**
 * Returns the refunds of the requested amount that were added after this operation was prepared for its first attempt.
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
