import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type {
  ClaimedOperation,
  OperationKind,
  OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import { dropSubscription } from '@/lib/webhooks/put-subscription.server';
import { deleteOnPlatform } from '@/lib/webhooks/subscription.server';
import type { DeleteSubscriptionCommand } from '@/lib/webhooks/webhook-commands';

/**
 * Deletes the webhook subscription, so that the platform delivers no more events. Succeeds even if there is no
 * subscription. platform: DELETE /webhooks.
 */
export async function deleteSubscription(
  context: InstallContext,
  { operationId }: DeleteSubscriptionCommand,
): Promise<OperationOutcome<z.infer<typeof Nothing>>> {
  return runOperation(context, deleteWebhookKind, { operationId, body: {} });
}

const Nothing = z.object({});

/** The operation kind for DELETE /webhooks. The operation counts as successful if a read finds no subscription. */
export const deleteWebhookKind: OperationKind<object, z.infer<typeof Nothing>> = {
  kind: 'delete_webhook',
  body: z.strictObject({}),
  result: Nothing,
  doublesIfRepeated: false,
  queueKey: 'webhook',
  isRepeatable: true,
  scopes: () => [],

  async send(platform, operation) {
    return gone(operation, await deleteOnPlatform(platform));
  },

  async reconcile(platform, operation) {
    const { body, requestId } = await platform.getWebhook();
    return body.data === null ? gone(operation, requestId) : 'unclear';
  },
};

function gone({ installId }: ClaimedOperation, requestId: string | null): OperationSuccess {
  return {
    requestId,
    role: 'system',
    async store(tx) {
      await dropSubscription(tx, installId);
      return {};
    },
  };
}
