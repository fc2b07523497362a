/**
 * The kinds of a live change. many: there are too many changes to name, or the ids are unknown, so anything on the
 * screen may have changed.
 */
export const liveKinds = ['order', 'sync', 'operation', 'install', 'bulk_run', 'quote', 'many'] as const;

/**
 * Says that something of an install has changed: its kind and its id. It contains no data; the screen reads the data
 * itself.
 */
export type LiveChange = { kind: (typeof liveKinds)[number]; id: string };

/** Maximum number of changes named in one event of the live stream. */
export const namedMax = 50;

/** Changes that are sent in one event, each change once. */
export type LiveBatch = Map<string, LiveChange>;

/**
 * Adds a change to a batch. Past `namedMax`, one "many" replaces the names. A burst then stays small on the wire, and a
 * screen's work does not grow with its size. A change of the install itself is always named.
 */
export function addToBatch(batch: LiveBatch, change: LiveChange): void {
  if (change.kind === 'install') batch.set('install', change);
  else if (batch.has('many')) return;
  else if (change.kind === 'many' || batch.size >= namedMax) {
    for (const [key, { kind }] of batch) if (kind !== 'install') batch.delete(key);
    batch.set('many', { kind: 'many', id: '' });
  } else batch.set(`${change.kind} ${change.id}`, change);
}

/** Parses the changes in the data of an event. Entries of another form are dropped. */
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
