import 'server-only';
import type { PlatformClient } from '@/lib/platform/client';
import { topicScopes, webhookTopics } from '@/lib/platform/contract/webhooks';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { keepSubscription, putSubscription } from '@/lib/webhooks/put-subscription.server';

/** Where the platform delivers to. */
export const endpointUrl = () => `${env().APP_URL}/api/webhooks`;

/**
 * Puts the subscription in place that the mirror needs, after a grant: every topic whose scope is held (WHK-3). Errors
 * are the client's; then it is tried again.
 */
export async function ensureSubscription(
  install: { installId: InstallId; scopes: ReadonlySet<string> },
  platform: PlatformClient,
): Promise<void> {
  const topics = webhookTopics.filter((topic) => {
    const scope = topicScopes[topic];
    return scope === null || install.scopes.has(scope);
  });
  const body = { endpoint_url: endpointUrl(), topics };
  const { ask, subscription } = await putSubscription(install.installId, body, platform);
  await withSystem((tx) => keepSubscription(tx, ask, subscription));
}
