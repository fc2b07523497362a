import type { SweepHealth, SweepProgress } from '@/lib/mirror/health/sync-health';

/**
 * State of the mirror (our copy of the platform's data) for one resource, such as orders. The state is computed from
 * the sweeps of the resource. A sweep is a repeated read of platform data.
 */
export type ResourceSync = {
  resource: string;
  /**
   * `waiting`: a full read is due and has not begun. `never`: no full read has been completed, and none is in progress.
   */
  state: 'no_scope' | 'failing' | 'running' | 'waiting' | 'ended' | 'never';
  /**
   * The last full read of the resource; null if there was none. A full read reads every row, so it also finds
   * deletions.
   */
  whole: SweepHealth['last'];
  /** End of the last read of recent changes; null if there was none, or if the resource has only full reads. */
  changesReadAt: string | null;
  /** Progress of the full read of the resource; null if none is in progress. */
  running: SweepProgress | null;
  nextAt: string;
};

/**
 * Names of the resources in the sequence of the screen, the most important for a merchant first. A resource that is not
 * in this list is shown last.
 */
const order = ['orders', 'products', 'movements', 'discounts', 'store'];

/**
 * Groups the sweeps (repeated reads of platform data) of an install by resource. `readAt` is the time at which the
 * sweeps were read from the database.
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

/** Returns true if at least one resource has a full read that is in progress or due. */
export function isRepairing(resources: readonly ResourceSync[]): boolean {
  return resources.some(({ state }) => state === 'running' || state === 'waiting');
}
