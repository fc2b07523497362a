/** Time range over which the rate of a run is measured. */
export const paceWindowMs = 3 * 60_000;
/** The rate is not measured before this time, because the first writes are sent as a burst. */
const measuredAfterMs = 30_000;

/** Values from which the pace of a run is estimated. */
export type Pace = {
  remaining: number;
  /** Items that ended in the window, or since the run last started or resumed. */
  endedLately: number;
  /** Time since the run last started or resumed. */
  runningForMs: number;
  /** Writes per minute that all runs of the install may send together. */
  writesPerMinute: number;
  /** Number of runs of the install that share these writes, including this one. */
  sharing: number;
};

/**
 * Remaining time of a run in ms, by the rate of the last minutes and never faster than the budget allows. null if it
 * cannot be known: the run has been active for a while and no item ends.
 */
export function remainingMs(pace: Pace): number | null {
  const { remaining, endedLately, runningForMs, sharing } = pace;
  const allowedPerMs = pace.writesPerMinute / 60_000 / Math.max(1, sharing);
  const overMs = Math.min(paceWindowMs, runningForMs);
  const perMs = overMs < measuredAfterMs ? allowedPerMs : Math.min(allowedPerMs, endedLately / overMs);
  return perMs > 0 ? Math.round(remaining / perMs) : null;
}

/** Minimum number of minutes for this many writes, rounded up. */
export const minutesFor = (writes: number, writesPerMinute: number) => Math.ceil(writes / writesPerMinute);
