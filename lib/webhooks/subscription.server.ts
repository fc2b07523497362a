import 'server-only';
import type { PlatformClient } from '@/lib/platform/client';
import { topicScopes, type WebhookTopic } from '@/lib/platform/contract/webhooks';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { keepSubscription, putSubscription } from '@/lib/webhooks/put-subscription.server';

/** Topics the mirror follows so far; each is asked for only with the scope that governs it (WHK-3). */
const followedTopics: readonly WebhookTopic[] = [
  'order.created',
  'order.status_changed',
  'order.paid',
  'fulfillment.requested',
  'fulfillment.created',
  'fulfillment.updated',
  'refund.created',
  'app.uninstalled',
];

/** Where the platform delivers to. */
export const endpointUrl = () => `${env().APP_URL}/api/webhooks`;

/** Puts the subscription in place that the mirror needs, after a grant. Errors are the client's; then it is tried again. */
export async function ensureSubscription(
  install: { installId: InstallId; scopes: ReadonlySet<string> },
  platform: PlatformClient,
): Promise<void> {
  const topics = followedTopics.filter((topic) => {
    const scope = topicScopes[topic];
    return scope === null || install.scopes.has(scope);
  });
  const body = { endpoint_url: endpointUrl(), topics };
  const { ask, subscription } = await putSubscription(install.installId, body, platform);
  await withSystem((tx) => keepSubscription(tx, ask, subscription));
}
