/**
 * The kinds of a live change. role: the role of a person, or the default role, has changed. many: anything on the
 * screen may have changed, because there are too many changes to name, or the ids are unknown.
 */
export const liveKinds = [
  'order',
  'sync',
  'operation',
  'install',
  'bulk_run',
  'quote',
  'role',
  'many',
] as const;

/**
 * A notification that an entity of the install has changed. It has the kind and the id of the entity, and no data; the
 * screen reads the data again.
 */
export type LiveChange = { kind: (typeof liveKinds)[number]; id: string };

/**
 * Maximum number of changes that one event of the live stream names. If there are more, the event contains the change
 * "many" instead.
 */
export const namedMax = 50;

/** Changes that are sent in one event of the live stream. Each change occurs once. */
export type LiveBatch = Map<string, LiveChange>;

/**
 * Adds a change to a batch. If the batch already has `namedMax` changes, one change "many" replaces them. So even a
 * large number of changes causes only a small event and little work for a screen. A change of the install itself or of
 * roles is always named.
 */
export function addToBatch(batch: LiveBatch, change: LiveChange): void {
  if (isAlwaysNamed(change)) batch.set(change.kind, change);
  else if (batch.has('many')) return;
  else if (change.kind === 'many' || batch.size >= namedMax) {
    for (const [key, named] of batch) if (!isAlwaysNamed(named)) batch.delete(key);
    batch.set('many', { kind: 'many', id: '' });
  } else batch.set(`${change.kind} ${change.id}`, change);
}

const isAlwaysNamed = ({ kind }: LiveChange) => kind === 'install' || kind === 'role';

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
