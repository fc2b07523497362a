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
 * All kinds of operations (writes to the platform), keyed by the name that is stored with an operation. The worker
 * needs this map to continue a stored operation. A kind also says how a read finds out whether the write happened
 * (S30).
 */
export const operationKinds: OperationKinds = kindsByName([
  ...orderKinds.values(),
  createMovementKind,
  putWebhookKind,
  deleteWebhookKind,
  testWebhookKind,
]);

/**
 * Returns the kind of operation with the given name. Throws if the name is unknown, which happens if a newer version of
 * the app has stored the operation.
 */
export function operationKind(name: string): OperationKind {
  const kind = operationKinds.get(name);
  if (!kind) throw new Error(`unknown kind of operation: ${name}`);
  return kind;
}
