import 'server-only';
import { webhookBodyBytesMax } from 'commerce-platform-client/assumptions';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { verifySignature } from 'commerce-platform-client/signature';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { BatcherFullError } from '@/lib/system/batcher';
import { isDataException } from '@/lib/system/data-exception';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { log } from '@/lib/system/log';
import type { BodyLimits, BodyOutcome } from '@/lib/system/http/read-body';
import { currentTraceparent, inSpan, isTracing, noteSpan } from '@/lib/system/tracing/tracing';
import { storeEvent } from '@/lib/webhooks/inbox.server';
import { type InboxRow, readEvent, type Signer, unreadableEvent } from '@/lib/webhooks/read-event';
import {
  type DeliverySecrets,
  deliverySecrets,
  newerDeliverySecrets,
} from '@/lib/webhooks/secret-cache.server';

/** An incoming webhook delivery, in a form that does not depend on the HTTP server. */
export type Delivery = {
  method: string;
  /**
   * Returns a header of the delivery by its lower-case name. The values of a repeated header are joined with a comma.
   */
  header(name: string): string | null;
  /** Address of the client that sent the delivery, as a key for limits (lib/system/http/client-address.ts). */
  address: string;
  /** Reads the body of the delivery. It is called at most once, and only after the headers were accepted. */
  readBody(limits: BodyLimits): Promise<BodyOutcome>;
};

/** The HTTP response to a webhook delivery. */
export type DeliveryAnswer = { status: number; code: string };

/**
 * JSON body of the response to a delivery; null if the event was stored. The platform ignores the body (platform:
 * Delivery). The body of a refusal helps a person who looks at deliveries in the platform's portal. A stored event
 * needs no body, and writing one in a Next route handler would take a tenth of the delivery's time.
 */
export const answerBody = ({ code }: DeliveryAnswer) => (code === 'stored' ? null : { code });

/**
 * Headers of the response to a delivery. While too many bytes or events wait, the response says when to send the
 * delivery again (RFC 9110, 10.2.3).
 */
export const answerHeaders = ({ code }: DeliveryAnswer): Record<string, string> =>
  code === 'overloaded' ? { 'retry-after': '5' } : {};

const toleranceSeconds = 300;
const bodyLimits: BodyLimits = { bytesMax: webhookBodyBytesMax, timeoutMs: 5_000 };
/**
 * Fixed text that is used as the secret of an unknown install. The verification then takes the same time as for a known
 * install (S10).
 */
const noSecret = ['unknown install'];
const unknownInstall: DeliverySecrets = { storeId: null, isDevelopment: false, secrets: [] };

/**
 * Limit of deliveries with an invalid signature per address. Above the limit, a further delivery from this address waits
 * if the secrets of its install are not in memory: its look-up is done later (deliverySecrets). The delivery is not
 * refused, because a delivery with a valid signature is accepted from any address.
 */
const failures = createTokenBuckets({ capacity: 20, refillPerSecond: 1, keysMax: 10_000 });
/**
 * Limit of traced deliveries per process. A span costs about as much CPU time as the rest of a delivery, so without a
 * limit, traces would halve the rate at which the process can receive deliveries.
 */
const traced = createTokenBuckets({ capacity: 50, refillPerSecond: 50, keysMax: 1 });

/**
 * Receives a webhook delivery (platform: Events). The signature of the raw bytes is verified before anything is parsed
 * (M1). A signed event is stored durably before the response 200 is sent (M2); a worker applies it later. A signed body
 * that the app cannot use is quarantined, and the response is 200. A refusal would count as a failure and could disable
 * the subscription (M13). S28 gives the status of each case.
 */
export async function receiveWebhook(
  delivery: Delivery,
  nowSeconds = Date.now() / 1000,
): Promise<DeliveryAnswer> {
  const startedAt = performance.now();
  const refusal = refuse(delivery, nowSeconds);
  if (refusal) return refusal;
  const installId = InstallId.safeParse(delivery.header(deliveryHeaders.installId)).data ?? null;
  try {
    const lastInLine = failures.isSpent(delivery.address);
    // The secrets are read before the body, so that no body takes memory while the process waits for the database.
    const cached = installId ? await deliverySecrets(installId, { lastInLine }) : unknownInstall;
    const bytes = await delivery.readBody(bodyLimits);
    if (bytes === 'too_large') return tooLarge;
    if (bytes === 'overloaded') return { status: 503, code: 'overloaded' };
    if (bytes === 'not_in_time') return { status: 408, code: 'body_timeout' };
    const signer = await verify(delivery, { installId, cached, bytes });
    const row = signer && readEvent(signer, bytes);
    if (row) return { status: 200, code: await storeTraced(row, bytes, startedAt) };
    failures.charge(delivery.address);
    return { status: 401, code: signer ? 'ids_differ' : 'bad_signature' };
  } catch (error) {
    // The verification or the storing of the delivery failed because of an error in the app. The response is 503, so
    // the platform retries. A 2xx would be wrong, because nothing was committed (M2). A 401 would be wrong, because the
    // delivery may be genuine.
    if (error instanceof BatcherFullError) return { status: 503, code: 'overloaded' };
    log.error(
      { error, installId },
      'webhook delivery could not be verified or stored; answered 503, the platform retries',
    );
    return { status: 503, code: 'unavailable' };
  }
}

const tooLarge: DeliveryAnswer = { status: 413, code: 'payload_too_large' };

/** Returns the response that refuses a delivery with invalid headers; null if the headers are valid. */
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
 * Stores the row of an event, and records a span for its delivery, which begins a trace. Only a delivery with a valid
 * signature gets a span, so that many forged deliveries make no traces. The worker looks up later which operation
 * caused the event, because this look-up would delay the response to the delivery. Deliveries above the limit of traced
 * deliveries are stored without a trace.
 */
async function storeTraced(row: InboxRow, bytes: Buffer, startedAt: number): Promise<InboxRow['state']> {
  if (!isTracing() || traced.take('delivery') > 0) return storeOrQuarantine(row, bytes);
  const { installId, eventId, kind, entityId } = row;
  const facts = {
    'install.id': installId,
    'event.id': eventId,
    // The span has the topic of stored events only, because the topic of a quarantined event (stored, but not applied)
    // may be any text.
    ...(row.state === 'stored' && { 'event.topic': row.topic }),
    ...(kind === 'order' && entityId !== null && { 'order.id': entityId }),
  };
  const store = async () => {
    const state = await storeOrQuarantine({ ...row, traceparent: currentTraceparent() }, bytes);
    noteSpan({ 'result.code': state });
    return state;
  };
  const seconds = (performance.now() - startedAt) / 1_000;
  return inSpan('webhook.receive', facts, store, { seconds });
}

/**
 * Stores the row of an event. If PostgreSQL cannot store a value of the event (such as half of a character), the event is
 * quarantined (stored without its values, and not applied).
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
