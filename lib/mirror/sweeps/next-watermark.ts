/**
 * Time before the watermark at which a run starts to read. The watermark is the time up to which everything was read.
 * Some rows are read again for two reasons: clocks differ by up to 2 minutes, and the platform may commit a row later
 * than its `updated_at`.
 */
export const overlapMs = 10 * 60_000;

/**
 * Returns the new watermark after a complete run: the time up to which everything has been read (M9). It is the earlier
 * of two times: the start of the run and the date of the newest row. Our clock may be ahead of the platform's clock, so
 * the start alone could be too late. The result is never earlier than the previous watermark. If the run returned no
 * rows, the result is the previous watermark.
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

/**
 * Returns the time from which the next run reads. Returns null if there is no watermark (the time up to which
 * everything was read); the run then reads from the beginning.
 */
export function readFrom(watermark: Date | null): Date | null {
  return watermark && new Date(watermark.getTime() - overlapMs);
}
