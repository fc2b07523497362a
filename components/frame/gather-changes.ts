import type { LiveChange } from '@/lib/shared/live-change';

/** What is to be read anew for changes that came together. Reads that are not on screen are only marked as old. */
export type Refetch = {
  /** The page itself: what may be done in the install has changed, and the server decides what is shown of it. */
  page: boolean;
  /** Everything that is shown of orders: lists, and the order on screen. */
  everything: boolean;
  lists: boolean;
  runs: boolean;
  quotes: boolean;
  orderIds: string[];
};

/** Decides it: each list once and each order once, however many changes named them. */
export function planRefetch(changes: readonly LiveChange[]): Refetch {
  const has = (...kinds: LiveChange['kind'][]) => changes.some(({ kind }) => kinds.includes(kind));
  // Of the other resources nothing is in these reads.
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

/** The server has gathered already; during a backfill events come for minutes, so at most two refetches a second. */
const spacingMs = 500;

/** Passes changes on at once after a quiet time, else together, `spacingMs` apart; the last of a burst never waits longer. */
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
      // A clock that was set back does not hold anything up.
      timer ??= setTimeout(pass, Math.min(spacingMs, Math.max(0, flushedAtMs + spacingMs - Date.now())));
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
