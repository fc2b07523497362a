import type { QuarantineKind } from '@/lib/mirror/health/quarantine-kind';
import type { SyncHealth } from '@/lib/mirror/health/sync-health';

/** Data of the connection screens: the health of the mirror, quarantined events by kind, and how late events arrive. */
export type SyncView = Omit<SyncHealth, 'quarantined'> & {
  /**
   * Quarantined events of the last 7 days by kind, the most frequent kind first. They never contain text of an event.
   */
  quarantined: { kind: QuarantineKind; events: number; newestAt: string }[];
  arrival: ArrivalLag;
};

/**
 * How late events arrive: the time of receipt minus the time of the event, in whole milliseconds, without test events.
 */
export type ArrivalLag = {
  /**
   * Number of events in the last 24 hours, and the percentiles of their lateness. A percentile is null if no event with
   * a time arrived.
   */
  events: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /**
   * True if at least one hour had more events than are examined. The numbers of that hour cover only its newest events.
   */
  isPartial: boolean;
  /** Number of events and percentiles for each hour, oldest hour first. The last hour is still in progress. */
  hours: { startsAt: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
};
