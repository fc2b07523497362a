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
   * Number of waiting items of each other running bulk run of the install. All these runs share `writesPerMinute`, and
   * each of them sends one item in turn.
   */
  othersWaiting: number[];
};

/**
 * Returns the time in ms in which the request budget (the writes that are allowed per minute) allows the remaining
 * items of a bulk run. The runs of an install send one item each in turn. So each other run sends at most as many items
 * as this run until this run ends.
 */
export function allowedMs(pace: Pick<Pace, 'remaining' | 'writesPerMinute' | 'othersWaiting'>): number {
  const { remaining, writesPerMinute, othersWaiting } = pace;
  const writes = othersWaiting.reduce((sum, waiting) => sum + Math.min(waiting, remaining), remaining);
  return (writes / writesPerMinute) * 60_000;
}

/**
 * Returns the estimated remaining time of a bulk run in ms. During the first 30 s, the estimate is the same as before
 * the start (`allowedMs`). Later it uses the pace of the last minutes, but it is never shorter than the request budget
 * allows. Returns null if the run has not ended any item for a while.
 */
export function remainingMs(pace: Pace): number | null {
  const { remaining, endedLately, runningForMs } = pace;
  const overMs = Math.min(paceWindowMs, runningForMs);
  if (overMs < measuredAfterMs) return Math.round(allowedMs(pace));
  if (endedLately === 0) return null;
  return Math.round(Math.max(allowedMs(pace), (remaining * overMs) / endedLately));
}

/** Estimates up to this time are shown as "a few seconds". At the pace of the request budget, this is 29 writes. */
const secondsMax = 33_000;

/** Returns the estimated time as the screens show it: in whole minutes, rounded up. The value 0 means a few seconds. */
export const minutesOf = (ms: number) => (ms <= secondsMax ? 0 : Math.ceil(ms / 60_000));
