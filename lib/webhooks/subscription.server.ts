import 'server-only';
import type { PlatformClient } from '@/lib/platform/client';
import { topicScopes, webhookTopics } from '@/lib/platform/contract/webhooks';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { storeSubscription, putSubscription } from '@/lib/webhooks/put-subscription.server';

/** Where the platform delivers to. */
export const endpointUrl = () => `${env().APP_URL}/api/webhooks`;

/**
 * Puts the subscription in place that the mirror needs, after a grant: every topic whose scope is held (WHK-3), but for
 * those that a merchant switched off. Errors are the client's; then it is tried again.
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

/** What may be subscribed to with these scopes. */
export function topicsOf(scopes: ReadonlySet<string>) {
  return webhookTopics.filter((topic) => {
    const scope = topicScopes[topic];
    return scope === null || scopes.has(scope);
  });
}

/** Nothing is to be told: a merchant deleted the subscription, and asks for another on the screen it has. */
async function leaveAsIs(installId: InstallId): Promise<void> {
  await withSystem((tx) =>
    tx.webhookSecret.updateMany({
      where: { installId },
      data: { checkedAt: new Date(), pendingSince: null },
    }),
  );
}
