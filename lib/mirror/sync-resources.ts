import type { SweepHealth, SweepProgress } from '@/lib/mirror/health/sync-health';

/** How the readings of one resource stand, made of its sweeps. */
export type ResourceSync = {
  resource: string;
  /** waiting: its whole reading is due and not begun. never: none was whole yet, and none is under way. */
  state: 'no_scope' | 'failing' | 'running' | 'waiting' | 'ended' | 'never';
  /** The last whole reading: every row, by which deletions are found. */
  whole: SweepHealth['last'];
  /** When what had changed was last read through; null: never, or the resource is only read whole. */
  changesReadAt: string | null;
  /** The whole reading under way. */
  running: SweepProgress | null;
  nextAt: string;
};

/** In the order in which a merchant looks for them; one that is newer than this list comes last. */
const order = ['orders', 'products', 'movements', 'discounts', 'store'];

/** The sweeps gathered by resource; `readAt` is when they were read. */
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

/** Whether everything is being read through, or is about to be. */
export function isRepairing(resources: readonly ResourceSync[]): boolean {
  return resources.some(({ state }) => state === 'running' || state === 'waiting');
}
