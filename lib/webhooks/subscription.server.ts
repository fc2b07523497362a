import 'server-only';
import type { PlatformClient } from 'commerce-platform-client/client';
import { topicScopes, webhookTopics } from 'commerce-platform-client/contract/webhooks';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import {
  isNewest,
  requestSecret,
  type SecretRequest,
  sendPut,
  storeNoSubscription,
  storeSubscription,
} from '@/lib/webhooks/put-subscription.server';

/** The URL to which the platform delivers webhooks. */
export const endpointUrl = () => `${env().APP_URL}/api/webhooks`;

/**
 * Creates or updates the webhook subscription of an install after a grant. The subscription gets every topic
 * whose scope is granted (WHK-3), except topics that a merchant switched off. Errors of the platform client
 * are thrown; the caller retries later.
 */
export async function ensureSubscription(
  install: { installId: InstallId; scopes: ReadonlySet<string> },
  platform: PlatformClient,
): Promise<void> {
  const { installId, scopes } = install;
  // The topics are computed from the row that was read under the lock. If a merchant deletes the subscription after
  // this, the deletion changes `pendingSince`, so the response of the PUT is not stored.
  const secretRequest = await requestSecret(installId);
  const { stored } = secretRequest;
  const topics = topicsOf(scopes).filter((topic) => !stored?.offTopics.includes(topic));
  if (topics.length === 0) return keepDeleted(secretRequest, platform);
  const body = { endpoint_url: endpointUrl(), topics };
  const { subscription } = await sendPut(secretRequest, body, platform);
  await withSystem((tx) => storeSubscription(tx, secretRequest, subscription));
}

/** Returns the webhook topics that an install with the given scopes can subscribe to. */
export function topicsOf(scopes: ReadonlySet<string>) {
  return webhookTopics.filter((topic) => {
    const scope = topicScopes[topic];
    return scope === null || scopes.has(scope);
  });
}

/**
 * Called if the merchant has switched off every topic, for example by deleting the subscription. A PUT /webhooks would
 * create the subscription again against the merchant's wish. If another PUT was pending, it may already have done so.
 * Then the subscription is deleted again. The merchant can create a new one on the webhook screen.
 */
async function keepDeleted(secretRequest: SecretRequest, platform: PlatformClient): Promise<void> {
  if (secretRequest.stored?.pendingSince)
    await deleteOnPlatform(platform).catch(async (error: unknown) => {
      // The deletion may have taken effect, and the merchant may have created a new subscription before. Then the row is
      // marked as pending again.
      await isNewest(secretRequest);
      throw error;
    });
  await storeNoSubscription(secretRequest);
}

/**
 * Deletes the webhook subscription on the platform. Succeeds if there is none. Returns the id of the request. platform:
 * DELETE /webhooks.
 */
export async function deleteOnPlatform(platform: PlatformClient): Promise<string | null> {
  return platform.deleteWebhook().then(
    (answer) => answer.requestId,
    (error: unknown) => {
      if (error instanceof PlatformError && error.status === 404) return error.requestId;
      throw error;
    },
  );
}
