import 'server-only';
import { createMovementKind } from '@/lib/inventory/move-stock.server';
import {
  kindsByName,
  type OperationKind,
  type OperationKinds,
} from '@/lib/operations/sending/operation-kind.server';
import { orderKinds } from '@/lib/orders/order-kinds.server';
import { putWebhookKind } from '@/lib/webhooks/change-subscription.server';
import { deleteWebhookKind } from '@/lib/webhooks/delete-subscription.server';
import { testWebhookKind } from '@/lib/webhooks/send-test-event.server';

/**
 * All operation kinds, keyed by the name that is recorded with an operation. There is a kind for every write in the
 * platform document. The worker finds in this map how to continue a recorded operation.
 */
export const operationKinds: OperationKinds = kindsByName([
  ...orderKinds.values(),
  createMovementKind,
  putWebhookKind,
  deleteWebhookKind,
  testWebhookKind,
]);

/**
 * Returns the operation kind with this name. Throws if there is none, which happens if a newer version of the app
 * recorded the operation.
 */
export function operationKind(name: string): OperationKind {
  const kind = operationKinds.get(name);
  if (!kind) throw new Error(`unknown kind of operation: ${name}`);
  return kind;
}
