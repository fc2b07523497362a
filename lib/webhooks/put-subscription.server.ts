import 'server-only';
import { readTokenVersion } from '@/lib/installs/tokens/read-token-version.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import {
  type PutWebhookBody,
  type WebhookSubscription,
  webhookTopics,
} from 'commerce-platform-client/contract/webhooks';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { storableText } from 'commerce-platform-client/contract/storable-text';
import { crashPoint } from '@/lib/system/crash-point';
import { encrypt } from '@/lib/system/keys/crypto';
import { loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';
import { notifySessions } from '@/lib/system/live/notify';
import type { WebhookSecret } from '@/lib/system/generated/prisma/client';
import { asPrevious, currentSecretPlace } from '@/lib/webhooks/webhook-secret.server';

/**
 * A pending PUT /webhooks, whose response may contain a new secret. If several are pending for an install, only the
 * secret of the newest request is stored.
 */
export type SecretRequest = {
  installId: InstallId;
  tokenVersion: number | null;
  pendingSince: Date;
  stored: WebhookSecret | null;
};

/**
 * Time for which the previous webhook secret is accepted: 24 h. After the platform has a new secret, it may still retry
 * deliveries that it signed with the previous secret, for up to 183 minutes (M16).
 */
const previousSecretMs = 24 * 3600_000;

/**
 * Creates or replaces the webhook subscription of an install. The platform returns a secret only once, so the state
 * "pending" is saved before the request is sent. If this state remains after a crash or a lost response, the next call
 * requests a new secret (M16). platform: PUT /webhooks.
 */
export async function putSubscription(
  installId: InstallId,
  body: PutWebhookBody,
  platform: PlatformClient,
): Promise<{ secretRequest: SecretRequest; subscription: WebhookSubscription; requestId: string | null }> {
  return sendPut(await requestSecret(installId), body, platform);
}

/**
 * Sends a PUT /webhooks that was recorded by requestSecret. Throws if another PUT /webhooks or a deletion of the
 * subscription was recorded in the meantime.
 */
export async function sendPut(
  secretRequest: SecretRequest,
  body: PutWebhookBody,
  platform: PlatformClient,
): Promise<{ secretRequest: SecretRequest; subscription: WebhookSubscription; requestId: string | null }> {
  const { stored } = secretRequest;
  crashPoint('subscription.before_put');
  const mustRotate = stored !== null && (stored.pendingSince !== null || stored.currentEnc === null);
  const put = async (rotates: boolean) => {
    try {
      return await platform.putWebhook({ ...body, ...(rotates && { rotate_secret: true }) });
    } catch (error) {
      // The request may have reached the platform later than a newer PUT /webhooks whose secret is already stored. Then
      // the row is marked as pending again.
      await isNewest(secretRequest);
      throw error;
    }
  };
  let answer = await put(mustRotate);
  if (!answer.body.data.secret && !stored?.currentEnc) answer = await put(true);
  const { data: subscription } = answer.body;
  if (!subscription.secret && !stored?.currentEnc)
    throw new PlatformError('PUT /webhooks returned no secret', { status: 200, code: 'bad_answer' });
  crashPoint('subscription.before_store');
  if (!(await isNewest(secretRequest))) throw overtaken();
  return { secretRequest, subscription, requestId: answer.requestId };
}

/**
 * Records that a PUT /webhooks of the install begins. `pendingSince` identifies this PUT, so it must differ from the
 * value of each earlier pending PUT. Two PUTs may begin in the same millisecond. The locks let only one of them at a time
 * read the stored value, and not while a deletion of the subscription is being stored (dropSubscription).
 */
export async function requestSecret(installId: InstallId): Promise<SecretRequest> {
  return withSystem(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM installs WHERE install_id = ${installId} FOR NO KEY UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM webhook_secrets WHERE install_id = ${installId} FOR UPDATE`;
    const stored = await tx.webhookSecret.findUnique({ where: { installId } });
    const { storeId } = await tx.install.findUniqueOrThrow({ where: { installId } });
    const pendingSince = laterThan(stored);
    await tx.webhookSecret.upsert({
      where: { installId },
      create: { installId, storeId, pendingSince },
      update: { storeId, pendingSince },
    });
    return { installId, tokenVersion: await readTokenVersion(tx, installId), pendingSince, stored };
  });
}

/** Returns the current time as a value of `pendingSince` that is later than the stored one. */
const laterThan = (stored: WebhookSecret | null) =>
  new Date(Math.max(Date.now(), (stored?.pendingSince?.getTime() ?? 0) + 1));

/**
 * Returns true if the given PUT /webhooks is the newest one of the install. If a newer one has begun, it is unknown
 * which of the two secrets the platform uses now. The subscription is then marked as pending, so that the newer PUT or
 * finishInstalls requests another secret.
 */
export async function isNewest({ installId, pendingSince }: SecretRequest): Promise<boolean> {
  return withSystem(async (tx) => {
    const matches = await tx.webhookSecret.count({ where: { installId, pendingSince } });
    // The new value differs from the stored one, even if the newer PUT began in this millisecond. So the response of the
    // newer PUT is not accepted either.
    if (matches === 0)
      await tx.$executeRaw`
        UPDATE webhook_secrets SET checked_at = NULL,
          pending_since = greatest(${new Date()}::timestamptz, pending_since + interval '1 ms')
        WHERE install_id = ${installId}`;
    return matches === 1;
  });
}

const overtaken = () =>
  new PlatformError('another PUT /webhooks was started in the meantime', { status: 0, code: 'unreachable' });

/**
 * Records that the subscription was checked, that the merchant wants none, and that no request is pending. Throws if a
 * PUT /webhooks has begun in the meantime, because its subscription may have been deleted. The worker then checks the
 * subscription again.
 */
export async function storeNoSubscription(secretRequest: SecretRequest): Promise<void> {
  const { installId, pendingSince } = secretRequest;
  const { count } = await withSystem((tx) =>
    tx.webhookSecret.updateMany({
      where: { installId, pendingSince },
      data: { checkedAt: new Date(), pendingSince: null },
    }),
  );
  if (count === 1) return;
  await isNewest(secretRequest);
  throw overtaken();
}

/**
 * Stores the response of PUT /webhooks. If `offTopics` is given, also stores these topics, which the merchant switched
 * off. Throws if a later PUT /webhooks has begun, because its secret is newer.
 */
export async function storeSubscription(
  tx: Tx,
  secretRequest: SecretRequest,
  { id, status, secret }: WebhookSubscription,
  offTopics?: readonly string[],
): Promise<void> {
  const { installId, pendingSince, stored } = secretRequest;
  await loadDataKeysIn(tx, [installId]);
  const { count } = await tx.webhookSecret.updateMany({
    where: { installId, pendingSince },
    data: {
      subscriptionId: storableText(id),
      status: storableText(status),
      // During PUT /webhooks, a new grant with other scopes may have been stored, so the topics may be wrong. Then
      // `checkedAt` is set to null, so that a worker checks the subscription again.
      checkedAt: (await readTokenVersion(tx, installId)) === secretRequest.tokenVersion ? new Date() : null,
      pendingSince: null,
      ...(offTopics && { offTopics: [...offTopics] }),
      ...(secret && {
        currentEnc: encrypt(secret, currentSecretPlace(installId)),
        // After a deletion of the subscription there is no current secret. The previous secret is then the one of the
        // deleted subscription, and it stays accepted until its time ends.
        ...(stored?.currentEnc && previousOf(installId, stored.currentEnc)),
      }),
    },
  });
  if (count === 0) throw overtaken();
  await notifySessions(tx, installId);
}

/** Returns the columns that store the current secret as the previous one, which is accepted for 24 h more. */
const previousOf = (installId: InstallId, currentEnc: string) => ({
  previousEnc: asPrevious(installId, currentEnc),
  previousUntil: new Date(Date.now() + previousSecretMs),
});

/**
 * Records that a merchant deleted the webhook subscription. The current secret becomes the previous secret, because
 * deliveries that were signed with it may still arrive.
 *
 * A PUT /webhooks that began before may still wait in the request budget, and then create the subscription again. Its
 * process may also die before it stores a response. So the row is marked as pending. A minute later, when such a PUT has
 * ended, finishInstalls sends DELETE /webhooks again.
 */
export async function dropSubscription(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM webhook_secrets WHERE install_id = ${installId} FOR UPDATE`;
  const stored = await tx.webhookSecret.findUnique({ where: { installId } });
  if (!stored) return;
  await loadDataKeysIn(tx, [installId]);
  await tx.webhookSecret.update({
    where: { installId },
    data: {
      subscriptionId: null,
      status: 'revoked',
      pendingSince: laterThan(stored),
      currentEnc: null,
      offTopics: [...webhookTopics],
      ...(stored.currentEnc && previousOf(installId, stored.currentEnc)),
    },
  });
  await notifySessions(tx, installId);
}
