import type { QuarantineKind } from '@/lib/mirror/health/quarantine-kind';
import type { SyncHealth } from '@/lib/mirror/health/sync-health';

/**
 * Data of the connection screens: the health of the mirror (our copy of the platform's data), quarantined events
 * (stored, but not applied) by kind, and how late events arrive.
 */
export type SyncView = Omit<SyncHealth, 'quarantined'> & {
  /**
   * Events of the last 7 days that were quarantined (stored, but not applied), the most frequent kind first. Texts of
   * events are never included.
   */
  quarantined: { kind: QuarantineKind; events: number; newestAt: string }[];
  arrival: ArrivalLag;
};

/**
 * How late events arrive: time of receipt minus time of the event, in whole milliseconds. Test events are not counted.
 */
export type ArrivalLag = {
  /**
   * Number of events of the last 24 hours that contained the time of the event. `p50Ms` and `p95Ms` are null
   * if there was no such event.
   */
  events: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /**
   * True if at least one hour had more events than the query examines. The numbers of such an hour cover only its
   * newest events.
   */
  isPartial: boolean;
  /** The number of events and their lags for each hour, oldest hour first. The last hour is not over yet. */
  hours: { startsAt: string; events: number; p50Ms: number | null; p95Ms: number | null }[];
};
