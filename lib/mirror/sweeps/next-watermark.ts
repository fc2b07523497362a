/** Read again at each incremental sweep: clocks differ by up to 2 minutes, and what commits late is dated early. */
export const overlapMs = 10 * 60_000;

/**
 * How far a whole run proves that everything was read: to when it began, or to the newest row it saw when our clock
 * is ahead of the platform's. Never back, and not at all when it saw nothing (mirror M9).
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

/** From where the next run reads; null: from the beginning. */
export function readFrom(watermark: Date | null): Date | null {
  return watermark && new Date(watermark.getTime() - overlapMs);
}
