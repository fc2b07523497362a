import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ClaimedOperation, OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { SetOrderStatusCommand } from '@/lib/orders/order/order-commands';
import {
  isUntouched,
  orderChanged,
  orderIdOf,
  readOrderOf,
  type SuccessAnswer,
} from '@/lib/orders/order/order-operation.server';
import { type OrderDetail, SetStatusBody } from 'commerce-platform-client/contract/orders';

/**
 * Requests a status for an order. If the order already has the status, the request succeeds. If the platform refuses
 * the status, the outcome contains the order's current status. platform: Orders, PATCH /orders/{id}/status.
 */
export async function setOrderStatus(
  context: InstallContext,
  { operationId, orderId, status }: SetOrderStatusCommand,
): Promise<OperationOutcome<z.infer<typeof Moved>>> {
  return runOperation(context, setOrderStatusKind, { operationId, target: { orderId }, body: { status } });
}

const Moved = z.object({ orderId: z.string(), orderStatus: z.string() });

/**
 * Kind of operation (a recorded write) that sends PATCH /orders/{id}/status. If the outcome is unknown, the order is
 * read. The write took effect if the order has the requested status.
 */
export const setOrderStatusKind: OperationKind<z.infer<typeof SetStatusBody>, z.infer<typeof Moved>> = {
  kind: 'set_order_status',
  body: SetStatusBody,
  result: Moved,
  doublesIfRepeated: false,
  summarizeRequest: ({ status }) => ({ status }),
  scopes: () => ['orders:write'],
  requestsState: true,

  async send(platform, operation) {
    const { idempotencyKey, request } = operation;
    const answer = await platform.setOrderStatus(idempotencyKey, orderIdOf(operation), request);
    return moved(operation, answer.body.order, answer);
  },

  async reconcile(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    if (order.status === bodyOf(operation).status) return moved(operation, order, { requestId });
    return isUntouched(operation, order.updated_at) ? 'absent' : 'unclear';
  },
};

const bodyOf = ({ request }: ClaimedOperation) => SetStatusBody.parse(JSON.parse(request));

function moved(operation: ClaimedOperation, order: OrderDetail | null, answer: SuccessAnswer) {
  const orderStatus = order?.status ?? bodyOf(operation).status;
  return orderChanged(operation, answer, { order, result: { orderId: orderIdOf(operation), orderStatus } });
}
