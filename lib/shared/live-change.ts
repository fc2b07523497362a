/**
 * Kinds of live changes. many: there are too many changes to name each, or their ids are unknown, so any data on the
 * screen may have changed.
 */
export const liveKinds = ['order', 'sync', 'operation', 'install', 'bulk_run', 'quote', 'many'] as const;

/**
 * A notification that an entity of the install has changed. It has the kind and the id of the entity, and no data; the
 * screen reads the data again.
 */
export type LiveChange = { kind: (typeof liveKinds)[number]; id: string };

/** Maximum number of changes that one event of the live stream names. If there are more, it says "many". */
export const namedMax = 50;

/** Changes that are sent in one event of the live stream. Each change occurs once. */
export type LiveBatch = Map<string, LiveChange>;

/**
 * Adds a change to the batch of one event. If there are more than `namedMax` changes, one change "many" replaces them.
 * So the event stays small, and the work of a screen does not grow with the number of changes. A change of the install
 * itself is always named.
 */
export function addToBatch(batch: LiveBatch, change: LiveChange): void {
  if (change.kind === 'install') batch.set('install', change);
  else if (batch.has('many')) return;
  else if (change.kind === 'many' || batch.size >= namedMax) {
    for (const [key, { kind }] of batch) if (kind !== 'install') batch.delete(key);
    batch.set('many', { kind: 'many', id: '' });
  } else batch.set(`${change.kind} ${change.id}`, change);
}

/** Parses the live changes in the data of a server-sent event. Entries of another form are dropped. */
export function readLiveChanges(text: string): LiveChange[] {
  const value = parse(text);
  return Array.isArray(value) ? value.filter(isLiveChange) : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isLiveChange(value: unknown): value is LiveChange {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return false;
  return typeof value.id === 'string' && liveKinds.some((kind) => kind === value.kind);
}
