/** The rate of a run is measured over this long. */
export const paceWindowMs = 3 * 60_000;
/** Earlier than this nothing is measured: the first writes leave as a burst. */
const measuredAfterMs = 30_000;

/** What is known of a run's pace. */
export type Pace = {
  remaining: number;
  /** Items that ended in the window, or since the run last began to run. */
  endedLately: number;
  /** Since it last began to run. */
  runningForMs: number;
  /** What all runs of the install may write in a minute. */
  writesPerMinute: number;
  /** Runs of the install that share it, this one counted in. */
  sharing: number;
};

/**
 * How long the rest takes, in ms: by the rate of the last minutes, and never faster than the budget allows. null when
 * it can't be known: it has run for a while and nothing ends.
 */
export function remainingMs(pace: Pace): number | null {
  const { remaining, endedLately, runningForMs, sharing } = pace;
  const allowedPerMs = pace.writesPerMinute / 60_000 / Math.max(1, sharing);
  const overMs = Math.min(paceWindowMs, runningForMs);
  const perMs = overMs < measuredAfterMs ? allowedPerMs : Math.min(allowedPerMs, endedLately / overMs);
  return perMs > 0 ? Math.round(remaining / perMs) : null;
}

/** Minutes that so many writes take at least, rounded up. */
export const minutesFor = (writes: number, writesPerMinute: number) => Math.ceil(writes / writesPerMinute);
