import 'server-only';
import { entityOfEvent, webhookBodyBytesMax } from '@/lib/platform/assumptions';
import { deliveryHeaders, EventEnvelope, webhookTopics } from '@/lib/platform/contract/webhooks';
import { verifySignature } from '@/lib/platform/signature';
import { InstallId } from '@/lib/shared/ids';
import { sha256Hex } from '@/lib/system/crypto';
import { log } from '@/lib/system/log';
import { type InboxRow, storeEvent } from '@/lib/webhooks/inbox.server';
import { deliverySecrets } from '@/lib/webhooks/secret-cache.server';

/** A delivery as it came in, from whichever server: header names in lower case, the body as it streams. */
export type Delivery = {
  method: string;
  header(name: string): string | null;
  body: AsyncIterable<Uint8Array>;
  /** Ends the wait for a slow body (5 s, set by the caller's server or here). */
  signal: AbortSignal;
};

/** What to answer; the platform ignores the body, it is for the person who reads the portal. */
export type DeliveryAnswer = { status: number; code: string };

const toleranceSeconds = 300;
/** No documented payload nests deeper than a few levels. */
const nestingMax = 64;
/** Stands in for the secret of an unknown install, so that it costs what a known one costs. */
const noSecret = 'unknown install';

/**
 * platform: Events. Raw bytes are verified before anything is parsed; what is signed and readable is stored
 * durably and marks its entity, and only then 200 is said. A signed body we can't use is quarantined with 200: a
 * refusal would feed the streak that disables the subscription. Status of each case: security, Bad inputs.
 */
export async function receiveWebhook(
  delivery: Delivery,
  nowSeconds = Date.now() / 1000,
): Promise<DeliveryAnswer> {
  if (delivery.method !== 'POST') return { status: 405, code: 'method_not_allowed' };
  if (
    !/^application\/json\b/i.test(delivery.header('content-type') ?? '') ||
    delivery.header('content-encoding')
  )
    return { status: 415, code: 'unsupported_media_type' };
  if (Object.values(deliveryHeaders).some((name) => delivery.header(name)?.includes(',')))
    return { status: 400, code: 'repeated_header' };
  const timestamp = delivery.header(deliveryHeaders.timestamp) ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    return { status: 400, code: 'bad_timestamp' };

  const raw = await readBody(delivery);
  if ('status' in raw) return raw;
  try {
    const verified = await verify(delivery, timestamp, raw.bytes);
    if (!verified) return { status: 401, code: 'bad_signature' };
    const row = readEvent(verified, raw.bytes);
    if (!row) return { status: 401, code: 'ids_differ' };
    return { status: 200, code: await storeOrQuarantine(row, raw.bytes) };
  } catch (error) {
    // No durable commit, no 2xx (mirror M2): the platform tries again.
    log.error({ error }, 'a delivery could not be stored');
    return { status: 503, code: 'unavailable' };
  }
}

/** A signed value that PostgreSQL can't hold (a year 0, a NUL in a topic) is poison like any other. */
async function storeOrQuarantine(row: InboxRow, bytes: Buffer): Promise<InboxRow['state']> {
  try {
    await storeEvent(row);
    return row.state;
  } catch (error) {
    if (!isDataException(error)) throw error;
    await storeEvent(unreadable(row.installId, bytes, 'holds a value that can not be stored'));
    return 'quarantined';
  }
}

/** SQLSTATE class 22. */
const isDataException = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('22');

async function readBody(delivery: Delivery): Promise<{ bytes: Buffer } | DeliveryAnswer> {
  const tooLarge = { status: 413, code: 'payload_too_large' };
  if (Number(delivery.header('content-length') ?? 0) > webhookBodyBytesMax) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const aborted = new Promise<never>((_, reject) => {
    if (delivery.signal.aborted) reject(delivery.signal.reason);
    delivery.signal.addEventListener('abort', () => reject(delivery.signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  const chunkStream = delivery.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunkStream.next(), aborted]);
      if (done) return { bytes: Buffer.concat(chunks) };
      size += value.byteLength;
      if (size > webhookBodyBytesMax) return tooLarge;
      chunks.push(value);
    }
  } catch {
    return { status: 408, code: 'body_timeout' };
  }
}

type Verified = { installId: InstallId; storeId: string; isDevelopment: boolean };

async function verify(delivery: Delivery, timestamp: string, bytes: Buffer): Promise<Verified | null> {
  const signature = delivery.header(deliveryHeaders.signature) ?? '';
  const headerId = InstallId.safeParse(delivery.header(deliveryHeaders.installId));
  if (!headerId.success) return null;
  const matches = ({ secrets }: { secrets: string[] }) =>
    verifySignature(secrets.length > 0 ? secrets : [noSecret], timestamp, bytes, signature) &&
    secrets.length > 0;
  let held = await deliverySecrets(headerId.data);
  // A secret that another process has just rotated: look again, at most once a second.
  if (!matches(held) && held.storeId !== null) held = await deliverySecrets(headerId.data, 1_000);
  if (!matches(held) || held.storeId === null) return null;
  return { installId: headerId.data, storeId: held.storeId, isDevelopment: held.isDevelopment };
}

/** The row to store; null when the signed ids are not those held for the secret (EVT-3, EVT-4). */
function readEvent(verified: Verified, bytes: Buffer): InboxRow | null {
  const body = bytes.toString('utf8');
  const quarantined = (why: string) => unreadable(verified.installId, bytes, why);
  if (!Buffer.from(body, 'utf8').equals(bytes)) return quarantined('not UTF-8');
  const json = parseJson(body);
  if (json === undefined) return quarantined('not JSON');
  if (isHostile(json)) return quarantined('hostile JSON');
  const parsed = EventEnvelope.safeParse(json);
  if (!parsed.success) return quarantined(`not an event: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const event = parsed.data;
  if (event.install_id !== verified.installId || event.store_id !== verified.storeId) return null;
  const reason = quarantineReason(event, verified);
  return {
    ...quarantined(''),
    eventId: event.id,
    topic: event.topic,
    sequence: event.sequence,
    occurredAt: event.occurred_at,
    test: event.test ?? false,
    state: reason ? 'quarantined' : 'stored',
    reason,
    entity: reason || event.test ? null : markedEntity(event),
  };
}

function unreadable(installId: InstallId, bytes: Buffer, reason: string): InboxRow {
  return {
    installId,
    eventId: `unreadable-${sha256Hex(bytes)}`,
    topic: 'unknown',
    sequence: null,
    occurredAt: null,
    test: false,
    // PostgreSQL's text holds no NUL.
    body: bytes.toString('utf8').replaceAll('\0', '\uFFFD'),
    state: 'quarantined',
    reason,
    entity: null,
  };
}

function quarantineReason(event: EventEnvelope, verified: Verified): string | null {
  if (!(webhookTopics as string[]).includes(event.topic)) return `unknown topic ${event.topic.slice(0, 100)}`;
  if (event.test && !verified.isDevelopment) return 'a test event on a real store';
  return null;
}

function markedEntity(event: EventEnvelope): InboxRow['entity'] {
  if (event.topic === 'app.uninstalled') return { kind: 'install', id: event.install_id };
  return entityOfEvent(event.topic, event.data);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Nested too deeply, or with a key `__proto__`. Level by level: 256 KB can nest deeper than the stack. */
function isHostile(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax || level.some((value) => isObject(value) && Object.hasOwn(value, '__proto__')))
      return true;
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
