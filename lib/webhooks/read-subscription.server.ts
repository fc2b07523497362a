import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { topicScopes, webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { dbNow, withSystem } from '@/lib/system/db';
import { endpointUrl } from '@/lib/webhooks/subscription.server';
import type { SubscriptionView } from '@/lib/webhooks/subscription-view';

/**
 * Reads the webhook subscription from the platform, because no event reports its changes. platform: Webhooks, GET
 * /webhooks.
 */
export async function readSubscription({
  installId,
  scopes,
  platform,
}: InstallContext): Promise<SubscriptionView> {
  const { data } = (await platform.getWebhook()).body;
  const { install, secret, now } = await withSystem(async (tx) => ({
    install: await tx.install.findUnique({ where: { installId }, select: { isDevelopment: true } }),
    secret: await tx.webhookSecret.findUnique({ where: { installId }, select: { previousUntil: true } }),
    now: await dbNow(tx),
  }));
  const previousUntil = secret?.previousUntil ?? null;
  return {
    subscription: data && {
      endpointUrl: data.endpoint_url,
      isOurs: data.endpoint_url === endpointUrl(),
      status: data.status,
      failures: data.consecutive_failures,
      activatedAt: data.activated_at ?? null,
      disabledAt: data.disabled_at ?? null,
    },
    topics: webhookTopics.map((name) => {
      const scope = topicScopes[name];
      return {
        name,
        scope,
        isGranted: scope === null || scopes.has(scope),
        isSubscribed: data?.topics.includes(name) ?? false,
      };
    }),
    previousUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    isDevelopment: install?.isDevelopment ?? false,
  };
}
