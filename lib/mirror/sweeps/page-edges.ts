/** Returns the latest of the timestamps (RFC 3339); null if the list has no timestamp. */
export function newest(timestamps: readonly (string | null | undefined)[]): Date | null {
  const times = timesOf(timestamps);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Returns the earliest of the timestamps (RFC 3339); null if the list has no timestamp. */
export function oldest(timestamps: readonly (string | null | undefined)[]): Date | null {
  const times = timesOf(timestamps);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

const timesOf = (timestamps: readonly (string | null | undefined)[]) =>
  timestamps.flatMap((text) => (text ? Date.parse(text) : []));
