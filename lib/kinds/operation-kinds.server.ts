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
 * Every write of the platform document, by the name under which it is recorded. The worker uses this list to continue
 * operations.
 */
export const operationKinds: OperationKinds = kindsByName([
  ...orderKinds.values(),
  createMovementKind,
  putWebhookKind,
  deleteWebhookKind,
  testWebhookKind,
]);

/** Returns the kind with this name. Throws if there is none, as for a row of a newer version. */
export function operationKind(name: string): OperationKind {
  const kind = operationKinds.get(name);
  if (!kind) throw new Error(`unknown kind of operation: ${name}`);
  return kind;
}
