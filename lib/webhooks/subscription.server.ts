import 'server-only';
import type { PlatformClient } from '@/lib/platform/client';
import { topicScopes, type WebhookTopic } from '@/lib/platform/contract/webhooks';
import { PlatformError } from '@/lib/platform/platform-error';
import type { InstallId, StoreId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { encrypt } from '@/lib/system/crypto';
import { type Tx, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';

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

/** 24 h: longer than the 183 minutes of retries that were signed with the secret before (mirror M16). */
const previousSecretMs = 24 * 3600_000;

/**
 * Puts the webhook subscription in place. The secret is shown once: before it is asked for, "pending" is saved, and
 * a pending that was left behind by a crash asks for a new one. platform: PUT /webhooks.
 */
export async function ensureSubscription(
  install: { installId: InstallId; storeId: StoreId; scopes: ReadonlySet<string> },
  platform: PlatformClient,
): Promise<void> {
  const { installId, storeId } = install;
  let tokenVersion: number | null = null;
  const held = await withSystem(async (tx) => {
    const row = await tx.webhookSecret.findUnique({ where: { installId } });
    tokenVersion = await versionOf(tx, installId);
    await tx.webhookSecret.upsert({
      where: { installId },
      create: { installId, storeId, pendingSince: new Date() },
      update: { storeId, pendingSince: new Date() },
    });
    return row;
  });
  crashPoint('subscription.before_put');
  const body = {
    endpoint_url: `${env().APP_URL}/api/webhooks`,
    topics: followedTopics.filter((topic) => {
      const scope = topicScopes[topic];
      return scope === null || install.scopes.has(scope);
    }),
  };
  const mustRotate = held !== null && (held.pendingSince !== null || held.currentEnc === null);
  let { body: answer } = await platform.putWebhook({ ...body, ...(mustRotate && { rotate_secret: true }) });
  if (!answer.data.secret && !held?.currentEnc)
    ({ body: answer } = await platform.putWebhook({ ...body, rotate_secret: true }));
  if (!answer.data.secret && !held?.currentEnc)
    throw new PlatformError('PUT /webhooks gave no secret', { status: 200, code: 'bad_answer' });
  crashPoint('subscription.before_store');
  const { id, status, secret } = answer.data;
  await withSystem(async (tx) =>
    tx.webhookSecret.update({
      where: { installId },
      data: {
        subscriptionId: id,
        status,
        // Another grant came meanwhile, perhaps with other scopes: it is to be done again.
        checkedAt: (await versionOf(tx, installId)) === tokenVersion ? new Date() : null,
        pendingSince: null,
        ...(secret && {
          currentEnc: encrypt(secret, { installId, column: 'webhook_secret' }),
          previousEnc: held?.currentEnc ?? null,
          previousUntil: held?.currentEnc ? new Date(Date.now() + previousSecretMs) : null,
        }),
      },
    }),
  );
}

async function versionOf(tx: Tx, installId: InstallId): Promise<number | null> {
  const row = await tx.installToken.findUnique({ where: { installId }, select: { version: true } });
  return row?.version ?? null;
}
