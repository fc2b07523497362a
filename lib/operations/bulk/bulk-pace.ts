/** Period before now over which the pace of a bulk run is measured. */
export const paceWindowMs = 3 * 60_000;
/**
 * Minimum time since the start or the last resume of a bulk run before its pace is measured. Earlier, the first writes
 * are sent as a burst.
 */
const measuredAfterMs = 30_000;

/** Values from which the remaining time of a bulk run is estimated. */
export type Pace = {
  remaining: number;
  /** Number of items that ended in the measuring period, or since the bulk run was last started or resumed. */
  endedLately: number;
  /** Milliseconds since the bulk run was last started or resumed. */
  runningForMs: number;
  /** Writes per minute that all bulk runs of the install may send together. */
  writesPerMinute: number;
  /** Number of bulk runs of the install that share `writesPerMinute`, including this run. */
  sharing: number;
};

/**
 * Returns the estimated remaining time of a bulk run in ms. It uses the pace of the last minutes, but never a faster
 * pace than the request budget allows. Null if no estimate is possible, because the run has been active for a while and
 * no item ends.
 */
export function remainingMs(pace: Pace): number | null {
  const { remaining, endedLately, runningForMs, sharing } = pace;
  const allowedPerMs = pace.writesPerMinute / 60_000 / Math.max(1, sharing);
  const overMs = Math.min(paceWindowMs, runningForMs);
  const perMs = overMs < measuredAfterMs ? allowedPerMs : Math.min(allowedPerMs, endedLately / overMs);
  return perMs > 0 ? Math.round(remaining / perMs) : null;
}

/** With fewer writes than this, a bulk run ends within seconds, so an estimate in minutes would be wrong. */
const minuteWritesMin = 30;

/**
 * Returns how many minutes a number of writes takes at least within the request budget, rounded up. Fewer than 30
 * writes take some seconds, so the result is 0.
 */
export const minutesFor = (writes: number, writesPerMinute: number) =>
  writes < minuteWritesMin ? 0 : Math.ceil(writes / writesPerMinute);
