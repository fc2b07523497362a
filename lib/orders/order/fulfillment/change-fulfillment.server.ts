import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ClaimedOperation, OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { ChangeFulfillmentCommand } from '@/lib/orders/order/order-commands';
import {
  isUntouched,
  orderChanged,
  orderIdOf,
  OrderMoved,
  readOrderOf,
} from '@/lib/orders/order/order-operation.server';
import { PatchFulfillmentBody } from 'commerce-platform-client/contract/fulfillments';
import { FulfillmentId } from 'commerce-platform-client/contract/ids';

/**
 * Changes the provider or tracking number of a fulfillment, marks it as shipped or delivered, or cancels it. If the
 * fulfillment already has the requested values, the request succeeds. platform: Orders, PATCH
 * /orders/{id}/fulfillments/{fulfillmentId}.
 */
export async function changeFulfillment(
  context: InstallContext,
  { operationId, orderId, fulfillmentId, change }: ChangeFulfillmentCommand,
): Promise<OperationOutcome<z.infer<typeof Changed>>> {
  const target = { orderId, fulfillmentId };
  return runOperation(context, changeFulfillmentKind, { operationId, target, body: change });
}

const Changed = OrderMoved.extend({ orderId: z.string(), fulfillmentId: z.string() });

/**
 * Kind of operation (a recorded write) that changes a fulfillment. If the outcome is unknown, the order is read. The
 * write took effect if the fulfillment has all requested values.
 */
export const changeFulfillmentKind: OperationKind<PatchFulfillmentBody, z.infer<typeof Changed>> = {
  kind: 'patch_fulfillment',
  body: PatchFulfillmentBody,
  result: Changed,
  doublesIfRepeated: false,
  summarizeRequest: ({ status }) => ({ ...(status && { status }) }),
  scopes: () => ['fulfillments:write'],
  requestsState: true,

  async send(platform, operation) {
    const [orderId, fulfillmentId] = [orderIdOf(operation), fulfillmentIdOf(operation)];
    const { idempotencyKey, request } = operation;
    const { body, requestId } = await platform.patchFulfillment(
      idempotencyKey,
      orderId,
      fulfillmentId,
      request,
    );
    const { orderStatus, orderStatusSkipped } = body;
    const result = { orderId, fulfillmentId, orderStatus, orderStatusSkipped };
    return orderChanged(operation, { requestId }, { order: null, result });
  },

  async reconcile(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    const fulfillmentId = fulfillmentIdOf(operation);
    const current = order.fulfillments.find(({ id }) => id === fulfillmentId);
    if (!current) return 'absent';
    const requested = PatchFulfillmentBody.parse(JSON.parse(operation.request));
    if (
      !(Object.keys(requested) as (keyof typeof requested)[]).every((key) => current[key] === requested[key])
    )
      return isUntouched(operation, current.updated_at) ? 'absent' : 'unclear';
    const result = {
      orderId: order.id,
      fulfillmentId,
      orderStatus: order.status,
      orderStatusSkipped: null,
    };
    return orderChanged(operation, { requestId }, { order, result });
  },
};

const fulfillmentIdOf = ({ target }: ClaimedOperation) => FulfillmentId.parse(target.fulfillmentId);
