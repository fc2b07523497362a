import 'server-only';
import { webhookBodyBytesMax } from '@/lib/platform/assumptions';
import { deliveryHeaders } from '@/lib/platform/contract/webhooks';
import { verifySignature } from '@/lib/platform/signature';
import { InstallId } from '@/lib/shared/ids';
import { BatcherFullError } from '@/lib/system/batcher';
import { createFailureBuckets } from '@/lib/system/http/failure-bucket';
import { log } from '@/lib/system/log';
import type { BodyLimits, BodyOutcome } from '@/lib/system/http/read-body';
import { isDataException, storeEvent } from '@/lib/webhooks/inbox.server';
import { type InboxRow, readEvent, type Signer, unreadableEvent } from '@/lib/webhooks/read-event';
import {
  type DeliverySecrets,
  deliverySecrets,
  newerDeliverySecrets,
} from '@/lib/webhooks/secret-cache.server';

/** A delivery as it came in, from whichever server. */
export type Delivery = {
  method: string;
  /** By its name in lower case; a header that came twice joined with a comma. */
  header(name: string): string | null;
  /** Whom it came from (lib/system/http/client-address.ts). */
  address: string;
  /** Called at most once, when the rest is in order. */
  readBody(limits: BodyLimits): Promise<BodyOutcome>;
};

/** What became of it. */
export type DeliveryAnswer = { status: number; code: string };

/**
 * What the answer says, as JSON. The platform ignores it (platform: Delivery); it is for the person who reads the
 * portal, so what went as it should says nothing: a body costs a route handler of Next a tenth of a delivery.
 */
export const answerBody = ({ code }: DeliveryAnswer) => (code === 'stored' ? null : { code });

const toleranceSeconds = 300;
const bodyLimits: BodyLimits = { bytesMax: webhookBodyBytesMax, timeoutMs: 5_000 };
/** Stands in for the secret of an unknown install, so that it costs what a known one costs. */
const noSecret = ['unknown install'];
const unknownInstall: DeliverySecrets = { storeId: null, isDevelopment: false, secrets: [] };

/** Only a place in line is lost by it: what bears a valid signature is taken, wherever it comes from. */
const failures = createFailureBuckets({ capacity: 20, refillPerSecond: 1, keysMax: 10_000 });

/**
 * platform: Events. Raw bytes are verified before anything is parsed; what is signed is stored durably, and only
 * then 200 is said. A worker applies it. A signed body we can't use is quarantined with 200: a refusal would feed
 * the streak that disables the subscription. Status of each case: security, Bad inputs.
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
    // Before the body, of which nothing is kept in memory while this waits.
    const cached = installId ? await deliverySecrets(installId, { lastInLine }) : unknownInstall;
    const bytes = await delivery.readBody(bodyLimits);
    if (bytes === 'too_large') return tooLarge;
    if (bytes === 'not_in_time') return { status: 408, code: 'body_timeout' };
    const signer = await verify(delivery, { installId, held: cached, bytes });
    const row = signer && readEvent(signer, bytes);
    if (row) return { status: 200, code: await storeOrQuarantine(row, bytes) };
    failures.charge(delivery.address);
    return { status: 401, code: signer ? 'ids_differ' : 'bad_signature' };
  } catch (error) {
    // No durable commit, no 2xx (mirror M2); what could not be judged is no forgery. The platform tries again.
    if (error instanceof BatcherFullError) return { status: 503, code: 'overloaded' };
    log.error({ error }, 'a delivery could not be judged or stored');
    return { status: 503, code: 'unavailable' };
  }
}

const tooLarge: DeliveryAnswer = { status: 413, code: 'payload_too_large' };

/** What the headers alone are refused for. */
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
  { installId, held: cached, bytes }: { installId: InstallId | null; held: DeliverySecrets; bytes: Buffer },
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

/** A signed value that PostgreSQL can't hold (a year 0, a NUL in a topic) is poison like any other. */
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
