/** What changes can be about. many: more than is worth naming, or unknown which; all that is shown may have changed. */
export const liveKinds = ['order', 'sync', 'operation', 'install', 'bulk_run', 'quote', 'many'] as const;

/** Something of an install has changed: what kind, and its id. No data; the reads say what. */
export type LiveChange = { kind: (typeof liveKinds)[number]; id: string };

/** Changes named in one event of the live stream. */
export const namedMax = 50;

/** Changes that are told together, each once. */
export type LiveBatch = Map<string, LiveChange>;

/**
 * Takes a change into a batch. Past `namedMax` the names give way to one "many": a burst stays small on the wire, and
 * what a screen does of it is the same however large it was. That the install itself changed is always named.
 */
export function addToBatch(batch: LiveBatch, change: LiveChange): void {
  if (change.kind === 'install') batch.set('install', change);
  else if (batch.has('many')) return;
  else if (change.kind === 'many' || batch.size >= namedMax) {
    for (const [key, { kind }] of batch) if (kind !== 'install') batch.delete(key);
    batch.set('many', { kind: 'many', id: '' });
  } else batch.set(`${change.kind} ${change.id}`, change);
}

/** The changes in the data of an event; without what is not ours. */
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
