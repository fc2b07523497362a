/**
 * Length of the period before the watermark. Each incremental run reads this period again. Clocks differ by up to 2
 * minutes, and a row can be committed later than its date.
 */
export const overlapMs = 10 * 60_000;

/**
 * Returns the time up to which a complete run has read everything. This is the start of the run or the date of the
 * newest row, whichever is earlier. The newest row counts because our clock may be ahead of the platform's. The result
 * is never earlier than the previous watermark. It is the previous watermark if the run returned no rows (M9).
 */
export function nextWatermark(run: {
  current: Date | null;
  startedAt: Date;
  newestSeen: Date | null;
}): Date | null {
  const { current, startedAt, newestSeen } = run;
  if (!newestSeen) return current;
  const proven = newestSeen < startedAt ? newestSeen : startedAt;
  return current && current > proven ? current : proven;
}

/** Returns the time from which the next run reads; null means that it reads from the beginning. */
export function readFrom(watermark: Date | null): Date | null {
  return watermark && new Date(watermark.getTime() - overlapMs);
}
