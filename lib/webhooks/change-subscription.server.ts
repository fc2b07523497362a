import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind, OperationSuccess } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import {
  PutWebhookBody,
  topicScopes,
  type WebhookSubscription,
} from 'commerce-platform-client/contract/webhooks';
import {
  storeSubscription,
  putSubscription,
  type SecretRequest,
} from '@/lib/webhooks/put-subscription.server';
import { endpointUrl, topicsOf } from '@/lib/webhooks/subscription.server';
import type { ChangeSubscriptionCommand } from '@/lib/webhooks/webhook-commands';

/**
 * Replaces the topics of the webhook subscription and, if requested, its secret. The previous secret is still accepted
 * for 24 h (M16). platform: PUT /webhooks.
 */
export async function changeSubscription(
  context: InstallContext,
  { operationId, topics, rotateSecret }: ChangeSubscriptionCommand,
): Promise<OperationOutcome<z.infer<typeof Put>>> {
  const body = { endpoint_url: endpointUrl(), topics, ...(rotateSecret && { rotate_secret: true }) };
  return runOperation(context, putWebhookKind, { operationId, body });
}

const Put = z.object({ subscriptionId: z.string(), status: z.string() });

/**
 * The operation kind for PUT /webhooks. If the outcome is unknown, the request is sent again to get a new secret,
 * because the secret in the lost response cannot be read.
 */
export const putWebhookKind: OperationKind<PutWebhookBody, z.infer<typeof Put>> = {
  kind: 'put_webhook',
  body: PutWebhookBody,
  result: Put,
  doublesIfRepeated: false,
  queueKey: 'webhook',
  isRepeatable: true,
  scopes: ({ topics }) => topics.map((topic) => topicScopes[topic]).filter((scope) => scope !== null),

  async send(platform, { installId, request }) {
    const body = PutWebhookBody.parse(JSON.parse(request));
    const { secretRequest, subscription, requestId } = await putSubscription(installId, body, platform);
    return putSuccess(secretRequest, subscription, body.topics, requestId);
  },

  // An unknown outcome of PUT /webhooks cannot be settled by reading, because no endpoint returns the webhook secret.
  async reconcile() {
    return 'unclear';
  },
};

function putSuccess(
  secretRequest: SecretRequest,
  subscription: WebhookSubscription,
  topics: readonly string[],
  requestId: string | null,
): OperationSuccess {
  return {
    requestId,
    role: 'system',
    async store(tx) {
      const { installId } = secretRequest;
      const { effectiveScopes } = await tx.install.findUniqueOrThrow({ where: { installId } });
      // Topics that the merchant switched off. A topic that is missing because its scope is not granted does
      // not count as switched off.
      const offTopics = topicsOf(new Set(effectiveScopes)).filter((topic) => !topics.includes(topic));
      await storeSubscription(tx, secretRequest, subscription, offTopics);
      return { subscriptionId: subscription.id, status: subscription.status };
    },
  };
}
