/**
 * The clock of the sandbox, in milliseconds since the epoch. Retries, expiry times, the stock ledger and request
 * budgets use this clock.
 */
export interface Clock {
  now(): number;
  /** Advances the clock by a number of milliseconds. The number must be zero or more, because time never goes back. */
  advance(stepMs: number): void;
}

/** Returns a clock that stands still and changes only when `advance` is called. */
export function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (stepMs) => {
      nowMs += stepMs;
    },
  };
}

/** Returns a clock that shows the real time plus the time by which it was advanced. */
export function realClock(): Clock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance: (stepMs) => {
      aheadMs += stepMs;
    },
  };
}
