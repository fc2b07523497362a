import 'server-only';
import { createMovementKind } from '@/lib/inventory/move-stock.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { changeFulfillmentKind } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { patchOrderKind } from '@/lib/orders/order/change-order.server';
import { createOrderKind } from '@/lib/orders/new-order/create-order.server';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import { createRefundKind } from '@/lib/orders/order/refund/refund-order.server';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';
import { putWebhookKind } from '@/lib/webhooks/change-subscription.server';
import { deleteWebhookKind } from '@/lib/webhooks/delete-subscription.server';
import { testWebhookKind } from '@/lib/webhooks/send-test-event.server';

/**
 * Every write of the platform document, by the name under which it is recorded. The worker uses this list to continue
 * operations.
 */
const kinds: readonly OperationKind[] = [
  createOrderKind,
  patchOrderKind,
  setOrderStatusKind,
  createFulfillmentKind,
  fulfillRestKind,
  changeFulfillmentKind,
  createRefundKind,
  createMovementKind,
  putWebhookKind,
  deleteWebhookKind,
  testWebhookKind,
];

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));

/** Returns the kind with this name. Throws if there is none, as for a row of a newer version. */
export function operationKind(name: string): OperationKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`unknown kind of operation: ${name}`);
  return kind;
}

/** Whether a kind with this name exists. */
export const isOperationKind = (name: string): boolean => byName.has(name);

/** The names of all kinds. */
export const operationKindNames: readonly string[] = [...byName.keys()];
