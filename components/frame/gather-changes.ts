import type { LiveChange } from '@/lib/shared/live-change';

/** What to read again for a group of changes. Reads that are not on screen are only marked as stale. */
export type Refetch = {
  /** The page itself: the install's permissions changed, and the server decides what the page shows. */
  page: boolean;
  /** All reads of orders: the lists, and the order on screen. */
  everything: boolean;
  lists: boolean;
  runs: boolean;
  quotes: boolean;
  orderIds: string[];
};

/** Plans the reads: each list once and each order once, however many changes named them. */
export function planRefetch(changes: readonly LiveChange[]): Refetch {
  const has = (...kinds: LiveChange['kind'][]) => changes.some(({ kind }) => kinds.includes(kind));
  // These reads contain nothing of the other synced resources.
  const isSynced = changes.some(({ kind, id }) => kind === 'sync' && id === 'orders');
  const everything = has('many');
  return {
    page: has('install'),
    everything,
    runs: everything || has('bulk_run'),
    quotes: everything || has('quote'),
    lists: everything || isSynced || has('order', 'install'),
    orderIds: everything
      ? []
      : [...new Set(changes.flatMap(({ kind, id }) => (kind === 'order' ? [id] : [])))],
  };
}

/**
 * Time between refetches. The server already groups changes, but a backfill sends events for minutes, so refetches run
 * at most twice a second.
 */
const spacingMs = 500;

/**
 * Passes changes on immediately after a quiet time, else in groups `spacingMs` apart. The last change of a burst never
 * waits longer than that.
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
      // If the clock was set back, the wait is still at most `spacingMs`.
      timer ??= setTimeout(pass, Math.min(spacingMs, Math.max(0, flushedAtMs + spacingMs - Date.now())));
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
