import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import { TestWebhookBody, topicScopes } from 'commerce-platform-client/contract/webhooks';
import type { SendTestEventCommand } from '@/lib/webhooks/webhook-commands';

/**
 * Requests the delivery of a test event. The platform allows this only for development stores. platform: POST
 * /webhooks/test.
 */
export async function sendTestEvent(
  context: InstallContext,
  { operationId, event }: SendTestEventCommand,
): Promise<OperationOutcome<z.infer<typeof Sent>>> {
  return runOperation(context, testWebhookKind, { operationId, body: event });
}

const Sent = z.object({ eventId: z.string() });

/**
 * The operation kind for POST /webhooks/test. The request is sent with an idempotency key (A33). An unknown
 * outcome cannot be settled by reading, because no endpoint shows whether the request took effect.
 */
export const testWebhookKind: OperationKind<TestWebhookBody, z.infer<typeof Sent>> = {
  kind: 'test_webhook',
  body: TestWebhookBody,
  result: Sent,
  doublesIfRepeated: false,
  queueKey: 'webhook',
  scopes: ({ topic }) => {
    const scope = topicScopes[topic];
    return scope === null ? [] : [scope];
  },

  async send(platform, { idempotencyKey, request }) {
    const { body, requestId } = await platform.testWebhook(idempotencyKey, request);
    return { requestId, store: async () => ({ eventId: body.data.event_id }) };
  },

  async reconcile() {
    return 'unclear';
  },
};
