/** The sandbox's time in milliseconds: retries, expiry, ledger and limits run on it. */
export interface Clock {
  now(): number;
  /** Time never goes back: the step is zero or more. */
  advance(stepMs: number): void;
}

/** Stands still between calls of advance. */
export function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (stepMs) => {
      nowMs += stepMs;
    },
  };
}

/** The wall clock plus what was advanced. */
export function realClock(): Clock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance: (stepMs) => {
      aheadMs += stepMs;
    },
  };
}
