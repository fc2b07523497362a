import 'server-only';
import { webhookBodyBytesMax } from '@/lib/platform/assumptions';
import { deliveryHeaders } from '@/lib/platform/contract/webhooks';
import { verifySignature } from '@/lib/platform/signature';
import { InstallId } from '@/lib/shared/ids';
import { BatcherFullError } from '@/lib/system/batcher';
import { isDataException } from '@/lib/system/data-exception';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { log } from '@/lib/system/log';
import type { BodyLimits, BodyOutcome } from '@/lib/system/http/read-body';
import { storeEvent } from '@/lib/webhooks/inbox.server';
import { type InboxRow, readEvent, type Signer, unreadableEvent } from '@/lib/webhooks/read-event';
import {
  type DeliverySecrets,
  deliverySecrets,
  newerDeliverySecrets,
} from '@/lib/webhooks/secret-cache.server';

/** An incoming delivery, independent of the server that received it. */
export type Delivery = {
  method: string;
  /** Returns a header by its lower-case name. The values of a repeated header are joined with a comma. */
  header(name: string): string | null;
  /** The client address (lib/system/client-address.ts). */
  address: string;
  /** Called at most once, after the headers were accepted. */
  readBody(limits: BodyLimits): Promise<BodyOutcome>;
};

/** The response to a delivery. */
export type DeliveryAnswer = { status: number; code: string };

/**
 * The JSON body of the response; null for a stored event. The platform ignores the body (platform: Delivery). It is for
 * a person who reads the portal. A stored event has no body, because a body costs a Next route handler a tenth of a
 * delivery.
 */
export const answerBody = ({ code }: DeliveryAnswer) => (code === 'stored' ? null : { code });

const toleranceSeconds = 300;
const bodyLimits: BodyLimits = { bytesMax: webhookBodyBytesMax, timeoutMs: 5_000 };
/** Replaces the secret of an unknown install, so that verification does the same work as for a known install (S10). */
const noSecret = ['unknown install'];
const unknownInstall: DeliverySecrets = { storeId: null, isDevelopment: false, secrets: [] };

/** A spent bucket only delays a delivery. A delivery with a valid signature is accepted from any address. */
const failures = createTokenBuckets({ capacity: 20, refillPerSecond: 1, keysMax: 10_000 });

/**
 * Receives a delivery (platform: Events). Raw bytes are verified before anything is parsed (M1). A signed event is
 * stored durably, and only then the response is 200 (M2). A worker applies it later. A signed body that we cannot use
 * is quarantined with 200, because a refusal would add to the failure count that disables the subscription (M13). The
 * status of each case follows S28.
 */
export async function receiveWebhook(
  delivery: Delivery,
  nowSeconds = Date.now() / 1000,
): Promise<DeliveryAnswer> {
  const refusal = refuse(delivery, nowSeconds);
  if (refusal) return refusal;
  try {
    const installId = InstallId.safeParse(delivery.header(deliveryHeaders.installId)).data ?? null;
    const lastInLine = failures.isSpent(delivery.address);
    // Secrets are read before the body, so that no body is in memory during this wait.
    const cached = installId ? await deliverySecrets(installId, { lastInLine }) : unknownInstall;
    const bytes = await delivery.readBody(bodyLimits);
    if (bytes === 'too_large') return tooLarge;
    if (bytes === 'not_in_time') return { status: 408, code: 'body_timeout' };
    const signer = await verify(delivery, { installId, cached, bytes });
    const row = signer && readEvent(signer, bytes);
    if (row) return { status: 200, code: await storeOrQuarantine(row, bytes) };
    failures.charge(delivery.address);
    return { status: 401, code: signer ? 'ids_differ' : 'bad_signature' };
  } catch (error) {
    // No 2xx without a durable commit (M2). A delivery that could not be verified is not a forgery, so it gets 503 and
    // the platform retries.
    if (error instanceof BatcherFullError) return { status: 503, code: 'overloaded' };
    log.error(
      { error },
      'webhook delivery could not be verified or stored; answered 503, the platform retries',
    );
    return { status: 503, code: 'unavailable' };
  }
}

const tooLarge: DeliveryAnswer = { status: 413, code: 'payload_too_large' };

/** Returns the refusal for invalid headers; null if the headers are valid. */
function refuse(delivery: Delivery, nowSeconds: number): DeliveryAnswer | null {
  if (delivery.method !== 'POST') return { status: 405, code: 'method_not_allowed' };
  if (!isPlainJson(delivery)) return { status: 415, code: 'unsupported_media_type' };
  for (const name of deliveryHeaderNames)
    if (delivery.header(name)?.includes(',')) return { status: 400, code: 'repeated_header' };
  const timestamp = delivery.header(deliveryHeaders.timestamp) ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    return { status: 400, code: 'bad_timestamp' };
  return Number(delivery.header('content-length') ?? 0) > webhookBodyBytesMax ? tooLarge : null;
}

function isPlainJson(delivery: Delivery): boolean {
  return (
    /^application\/json\b/i.test(delivery.header('content-type') ?? '') &&
    !delivery.header('content-encoding')
  );
}

const deliveryHeaderNames = Object.values(deliveryHeaders);

async function verify(
  delivery: Delivery,
  { installId, cached, bytes }: { installId: InstallId | null; cached: DeliverySecrets; bytes: Buffer },
): Promise<Signer | null> {
  let checkedWith = cached;
  let isValid = isSigned(delivery, bytes, cached.secrets);
  const newer = installId && !isValid ? await newerDeliverySecrets(installId) : null;
  if (newer) {
    checkedWith = newer;
    isValid = isSigned(delivery, bytes, newer.secrets);
  }
  const { storeId, isDevelopment } = checkedWith;
  return isValid && installId && storeId !== null ? { installId, storeId, isDevelopment } : null;
}

function isSigned(delivery: Delivery, bytes: Buffer, secrets: string[]): boolean {
  const timestamp = delivery.header(deliveryHeaders.timestamp) ?? '';
  const signature = delivery.header(deliveryHeaders.signature) ?? '';
  const isOfOne = verifySignature(secrets.length > 0 ? secrets : noSecret, timestamp, bytes, signature);
  return isOfOne && secrets.length > 0;
}

/**
 * Stores the row. A signed value that PostgreSQL cannot store (a year 0, a NUL in a topic) is quarantined like any
 * other unusable body.
 */
async function storeOrQuarantine(row: InboxRow, bytes: Buffer): Promise<InboxRow['state']> {
  try {
    await storeEvent(row);
    return row.state;
  } catch (error) {
    if (!isDataException(error)) throw error;
    await storeEvent(unreadableEvent(row.installId, bytes, 'holds a value that can not be stored'));
    return 'quarantined';
  }
}
