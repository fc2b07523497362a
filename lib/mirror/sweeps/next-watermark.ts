/**
 * Time range that each incremental sweep reads again. Clocks differ by up to 2 minutes, and a row that commits late has
 * an early date.
 */
export const overlapMs = 10 * 60_000;

/**
 * Time up to which a complete run proves that everything was read: its start, or the newest row it saw if our clock is
 * ahead of the platform's. It never moves back, and does not move if the run saw no rows (M9).
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

/** Time from which the next run reads; null: from the beginning. */
export function readFrom(watermark: Date | null): Date | null {
  return watermark && new Date(watermark.getTime() - overlapMs);
}
