import type { QuarantineKind } from '@/lib/mirror/health/quarantine-kind';
import type { SyncHealth } from '@/lib/mirror/health/sync-health';

/** What the screen of the sync shows: the health of the mirror, what was set aside in kinds, and how late news comes. */
export type SyncView = Omit<SyncHealth, 'quarantined'> & {
  /** Over the last 7 days, most frequent first; never what an event said. */
  quarantined: { kind: QuarantineKind; events: number; newestAt: string }[];
  arrival: ArrivalLag;
};

/** How late events come here: when they were received, less when they happened. Whole milliseconds, tests left out. */
export type ArrivalLag = {
  /** Of the last 24 hours together; null lags: none came, or none of them said when it happened. */
  events: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /** Some hour had more events than are looked at: its numbers are of the newest ones. */
  isPartial: boolean;
  /** One per hour, oldest first; the last one is not over. */
  hours: { startsAt: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
};
