/** Length of the period before now in which the pace of a bulk run (ended items per minute) is measured. */
export const paceWindowMs = 3 * 60_000;
/**
 * Minimum time from the start or the last resume of a bulk run until its pace is measured. The first writes of a run
 * are sent without a delay, so an earlier measurement would give a pace that is too high.
 */
const measuredAfterMs = 30_000;

/** Values from which the remaining time of a bulk run is estimated. */
export type Pace = {
  remaining: number;
  /**
   * Number of items that ended in the last `paceWindowMs`. If the run was started or resumed within this period, only
   * the items that ended after the start are counted.
   */
  endedLately: number;
  /** Milliseconds since the bulk run was last started or resumed. */
  runningForMs: number;
  /** Writes per minute that the request budget allows for all bulk runs of the install together. */
  writesPerMinute: number;
  /**
   * Number of running bulk runs of the install, including the run that is estimated. All these runs share
   * `writesPerMinute`.
   */
  sharing: number;
};

/**
 * Returns the estimated remaining time of a bulk run in ms. The estimate uses the pace of the last minutes. If the
 * request budget (the writes that are allowed per minute) allows only a lower pace, the estimate uses the lower pace.
 * Returns null if the run has not ended any item for a while.
 */
export function remainingMs(pace: Pace): number | null {
  const { remaining, endedLately, runningForMs, sharing } = pace;
  const allowedPerMs = pace.writesPerMinute / 60_000 / Math.max(1, sharing);
  const overMs = Math.min(paceWindowMs, runningForMs);
  const perMs = overMs < measuredAfterMs ? allowedPerMs : Math.min(allowedPerMs, endedLately / overMs);
  return perMs > 0 ? Math.round(remaining / perMs) : null;
}

/** Number of writes below which `minutesFor` returns 0, because so few writes take only seconds. */
const minuteWritesMin = 30;

/**
 * Returns how many minutes a number of writes takes if `writesPerMinute` are allowed, rounded up. Returns 0 for fewer
 * than 30 writes, because they take only seconds.
 */
export const minutesFor = (writes: number, writesPerMinute: number) =>
  writes < minuteWritesMin ? 0 : Math.ceil(writes / writesPerMinute);
