import type { SweepHealth, SweepProgress } from '@/lib/mirror/health/sync-health';

/** How completely one resource is mirrored, computed from its sweeps. */
export type ResourceSync = {
  resource: string;
  /** waiting: a full read is due and has not begun. never: no full read is complete, and none is in progress. */
  state: 'no_scope' | 'failing' | 'running' | 'waiting' | 'ended' | 'never';
  /** The last full read of the resource. It covers every row, so it also finds deletions. */
  whole: SweepHealth['last'];
  /** When the last incremental read was complete; null if there was none, or if the resource has only full reads. */
  changesReadAt: string | null;
  /** Progress of the full read of the resource; null if none is in progress. */
  running: SweepProgress | null;
  nextAt: string;
};

/**
 * Resources in the order of the screen, the most important for a merchant first. A resource that is not in this list
 * comes last.
 */
const order = ['orders', 'products', 'movements', 'discounts', 'store'];

/**
 * Groups the sweeps of an install by resource. `readAt` is the time at which the sweeps were read from the database.
 */
export function resourcesOf(sweeps: readonly SweepHealth[], readAt: string): ResourceSync[] {
  const names = [...new Set(sweeps.map(({ resource }) => resource))].sort(
    (one, other) => rank(one) - rank(other),
  );
  return names.flatMap((resource) => {
    const own = sweeps.filter((sweep) => sweep.resource === resource);
    const full = own.find(({ kind }) => kind === 'full');
    if (!full) return [];
    return [
      {
        resource,
        state: stateOf(full, own, readAt),
        whole: full.last,
        changesReadAt: own.find(({ kind }) => kind === 'updated')?.last?.endedAt ?? null,
        running: full.running,
        nextAt: full.nextAt,
      },
    ];
  });
}

const rank = (resource: string) => (order.includes(resource) ? order.indexOf(resource) : order.length);

function stateOf(full: SweepHealth, own: readonly SweepHealth[], readAt: string): ResourceSync['state'] {
  if (full.state === 'no_scope') return 'no_scope';
  if (own.some(({ state }) => state === 'failing')) return 'failing';
  if (full.state === 'running') return 'running';
  return Date.parse(full.nextAt) <= Date.parse(readAt) ? 'waiting' : full.state;
}

/** Whether a full read is in progress or due for at least one resource. */
export function isRepairing(resources: readonly ResourceSync[]): boolean {
  return resources.some(({ state }) => state === 'running' || state === 'waiting');
}
