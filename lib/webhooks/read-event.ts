import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { entityOfEvent, resourceOfTopic } from 'commerce-platform-client/assumptions';
import { EventEnvelope, webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { PlatformId, type InstallId, type StoreId } from 'commerce-platform-client/contract/ids';
import { cutText } from '@/lib/shared/text/cut-text';

export type Signer = { installId: InstallId; storeId: StoreId; isDevelopment: boolean };

/**
 * The entity that an event is about, for the worker that applies the event. If `entityId` is null, the event contains
 * no id of an entity, and a sweep (a repeated read of platform data) reads the whole resource.
 */
type Subject = {
  kind: 'order' | 'product' | 'movement' | 'install' | null;
  entityId: string | null;
  movement: StoredMovement | null;
};

type StoredMovement = Omit<z.infer<typeof MovementData>, 'movement_id'>;

/** A webhook event as a row of the inbox. */
export type InboxRow = Subject & {
  installId: InstallId;
  eventId: string;
  topic: string;
  sequence: number | null;
  /** Time of the event from the signed body (RFC 3339). */
  occurredAt: string | null;
  test: boolean;
  body: string;
  state: 'stored' | 'quarantined';
  reason: string | null;
  /** The trace of the delivery (W3C traceparent); null if the delivery has no trace. */
  traceparent?: string | null;
};

/** Maximum nesting of the JSON of an event. The documented events nest only a few levels deep. */
const nestingMax = 64;

/** Data of the topic inventory.movement_created. platform: Topics. */
const MovementData = z.object({
  movement_id: PlatformId,
  variant_id: PlatformId,
  location_id: PlatformId,
  delta: z.int(),
  stock_after: z.int(),
  reason: z.string().max(200),
});

const nothing: Subject = { kind: null, entityId: null, movement: null };

/**
 * Returns the inbox row of a delivery with a valid signature. The signature was verified with the secret of one
 * install. Returns null if the ids in the signed body are not those of this install (EVT-3, EVT-4, S12). A body that
 * the app cannot use is quarantined (stored, but not applied), never refused (M13).
 */
export function readEvent(signer: Signer, bytes: Buffer): InboxRow | null {
  const body = bytes.toString('utf8');
  const event = isUtf8(bytes) ? parseEvent(body) : 'not UTF-8';
  if (typeof event === 'string') return unreadableEvent(signer.installId, bytes, event);
  if (event.install_id !== signer.installId || event.store_id !== signer.storeId) return null;
  const reason = quarantineReason(event, signer);
  return {
    installId: signer.installId,
    eventId: event.id,
    topic: event.topic,
    sequence: event.sequence,
    occurredAt: event.occurred_at,
    test: event.test ?? false,
    body,
    state: reason === null ? 'stored' : 'quarantined',
    reason,
    ...(reason === null ? subjectOf(event) : nothing),
  };
}

/**
 * Returns the inbox row of a body that the app cannot use. The row is quarantined (stored, but not applied), so that a
 * person looks at it. The body may have no usable event id, so a hash of the body is used as the event id.
 */
export function unreadableEvent(installId: InstallId, bytes: Buffer, reason: string): InboxRow {
  return {
    installId,
    eventId: `unreadable-${createHash('sha256').update(bytes).digest('hex')}`,
    topic: 'unknown',
    sequence: null,
    occurredAt: null,
    test: false,
    // NUL characters in the body are replaced, because a column of PostgreSQL's type `text` cannot store
    // them.
    body: bytes.toString('utf8').replaceAll('\0', '\uFFFD'),
    state: 'quarantined',
    reason,
    ...nothing,
  };
}

const knownTopics = new Set<string>(webhookTopics);

function quarantineReason(event: EventEnvelope, signer: Signer): string | null {
  if (!knownTopics.has(event.topic)) return `unknown topic ${cutText(event.topic, 100)}`;
  if (event.test && !signer.isDevelopment) return 'a test event on a real store';
  return null;
}

function subjectOf(event: EventEnvelope): Subject {
  if (event.topic === 'app.uninstalled') return { ...nothing, kind: 'install', entityId: event.install_id };
  const kind = resourceOfTopic(event.topic);
  if (kind !== 'movement')
    return { ...nothing, kind, entityId: entityOfEvent(event.topic, event.data)?.id ?? null };
  const data = MovementData.safeParse(event.data);
  if (!data.success) return { ...nothing, kind };
  const { movement_id: entityId, ...movement } = data.data;
  return { kind, entityId, movement };
}

/** Returns the parsed event of a body, or the reason why the body is not an event. */
function parseEvent(body: string): EventEnvelope | string {
  const json = parseJson(body);
  if (json === undefined) return 'not JSON';
  if (isHostile(json)) return 'hostile JSON';
  const parsed = EventEnvelope.safeParse(json);
  return parsed.success ? parsed.data : `not an event: ${parsed.error.issues[0]?.path.join('.') ?? ''}`;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Returns true if the JSON of an event nests too deeply or has a key `__proto__` (S26). The check goes level by level
 * without recursion, because 256 KB can nest deeper than the call stack allows.
 */
function isHostile(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax) return true;
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) return true;
      for (const entry of Object.values(value))
        if (typeof entry === 'object' && entry !== null) below.push(entry);
    }
    level = below;
  }
  return false;
}
