/** The sandbox's time in milliseconds. Retries, expiry, ledger and limits use it. */
export interface Clock {
  now(): number;
  /** Advances the clock. The step is zero or more, because time never goes back. */
  advance(stepMs: number): void;
}

/** A clock that changes only when advance is called. */
export function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (stepMs) => {
      nowMs += stepMs;
    },
  };
}

/** The wall clock plus the advanced time. */
export function realClock(): Clock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance: (stepMs) => {
      aheadMs += stepMs;
    },
  };
}
