import type { LiveChange } from '@/lib/shared/live/live-change';

/**
 * Result of planRefetch: which cached reads to invalidate after a group of live changes. Invalidated reads that are on
 * the screen are fetched again immediately. All other invalidated reads are only marked as stale.
 */
export type Refetch = {
  /**
   * True if the whole page must be rendered again by the server, because the permissions of the install have changed.
   */
  page: boolean;
  /** True if all sales orders must be read again: the lists and the order on the screen. */
  everything: boolean;
  /**
   * True if the role of the user of this browser tab must be read again. The server does not render the whole page
   * again for a new role, because the user may be typing on the page.
   */
  role: boolean;
  lists: boolean;
  runs: boolean;
  quotes: boolean;
  orderIds: string[];
};

/**
 * Plans which reads to repeat after a group of changes. Each list and each order is read once, even if many changes
 * concern it.
 */
export function planRefetch(changes: readonly LiveChange[]): Refetch {
  const has = (...kinds: LiveChange['kind'][]) => changes.some(({ kind }) => kinds.includes(kind));
  // A change of kind `sync` names a resource that was just read into the mirror (our copy of the store's data). Only if
  // the resource is `orders` are reads of the page repeated.
  const isSynced = changes.some(({ kind, id }) => kind === 'sync' && id === 'orders');
  const everything = has('many', 'role');
  return {
    page: has('install'),
    everything,
    role: has('role'),
    runs: everything || has('bulk_run'),
    quotes: everything || has('quote'),
    lists: everything || isSynced || has('order', 'install'),
    orderIds: everything
      ? []
      : [...new Set(changes.flatMap(({ kind, id }) => (kind === 'order' ? [id] : [])))],
  };
}

/**
 * Minimum time between two rounds of refetches, in milliseconds: at most two rounds a second. The limit is needed
 * although the server groups changes, because the first full read after the installation (backfill) sends events for
 * minutes.
 */
const spacingMs = 500;

/**
 * Passes live changes on in groups, at most one group in each `spacingMs`. If no group was passed on in the last
 * `spacingMs`, a change is passed on immediately. No change waits longer than `spacingMs`.
 */
export function gatherChanges(flush: (changes: LiveChange[]) => void): {
  add(changes: Iterable<LiveChange>): void;
  stop(): void;
} {
  let gathered: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  const pass = () => {
    timer = undefined;
    flushedAtMs = Date.now();
    flush(gathered);
    gathered = [];
  };
  return {
    add(changes) {
      gathered.push(...changes);
      // If the computer's clock was set back, the computed wait could be longer than `spacingMs`. So the wait is
      // limited to `spacingMs`.
      timer ??= setTimeout(pass, Math.min(spacingMs, Math.max(0, flushedAtMs + spacingMs - Date.now())));
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
