import 'server-only';
import type { PlatformClient } from 'commerce-platform-client/client';
import { topicScopes, webhookTopics } from 'commerce-platform-client/contract/webhooks';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { storeSubscription, putSubscription } from '@/lib/webhooks/put-subscription.server';

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
  const stored = await withSystem((tx) =>
    tx.webhookSecret.findUnique({ where: { installId }, select: { offTopics: true } }),
  );
  const topics = topicsOf(scopes).filter((topic) => !stored?.offTopics.includes(topic));
  if (topics.length === 0) return leaveAsIs(installId);
  const body = { endpoint_url: endpointUrl(), topics };
  const { secretRequest, subscription } = await putSubscription(installId, body, platform);
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
 * Records that the subscription was checked and that no request is pending. Sends nothing to the platform. This
 * function is called if the merchant has switched off every topic, for example by deleting the subscription. A PUT
 * /webhooks would create the subscription again against the merchant's wish. The merchant can create it again on the
 * webhook screen.
 */
async function leaveAsIs(installId: InstallId): Promise<void> {
  await withSystem((tx) =>
    tx.webhookSecret.updateMany({
      where: { installId },
      data: { checkedAt: new Date(), pendingSince: null },
    }),
  );
}
