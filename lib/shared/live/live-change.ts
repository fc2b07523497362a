/**
 * Kinds of changes that open screens are notified of.
 *
 * - `cash`: the cash notebook has changed, for example by a posting, an undo or a change of a carrier.
 * - `delivery`: a delivery sheet has changed.
 * - `role`: the role of a user, or the default role, has changed.
 * - `many`: everything on the screen may have changed. This kind is used if there are too many changes to name each
 *   of them, or if the ids are not known.
 */
export const liveKinds = [
  'order',
  'sync',
  'operation',
  'install',
  'bulk_run',
  'quote',
  'cash',
  'delivery',
  'role',
  'many',
] as const;

/**
 * A notification that something in the install has changed. The notification contains no data, only the kind and id of
 * what changed; the screen reads the data again.
 */
export type LiveChange = { kind: (typeof liveKinds)[number]; id: string };

/**
 * Maximum number of changes in one event of the live stream (server-sent events). If there are more, the event contains
 * the change "many" instead.
 */
export const namedMax = 50;

/** The different changes that one event of the live stream contains. */
export type LiveBatch = Map<string, LiveChange>;

/**
 * Adds a change to a batch. If the batch already has `namedMax` changes, one change "many" replaces all of them. So
 * even very many changes cause only a small event and little work for a screen. A change of the install itself or of
 * roles stays in the batch.
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

/** Parses the changes in the data of a server-sent event. Entries that are not valid are left out. */
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
