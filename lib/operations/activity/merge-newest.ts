/** Sort key of an entry. Newer entries come first. Of entries with the same time, the greater id comes first. */
type Keyed = { at: Date; id: string };

/**
 * Entries that were found in one list. The list was examined from its newest entry down to the sort key `until`; null
 * if it was examined completely.
 */
export type Looked<Entry extends Keyed> = { found: Entry[]; until: Keyed | null };

const isBefore = (one: Keyed, other: Keyed) =>
  one.at < other.at || (one.at.getTime() === other.at.getTime() && one.id < other.id);

/**
 * Merges the newest entries of two lists, up to the given maximum. Each list was examined down to its position `until`.
 * Entries older than the newer of the two positions may be incomplete, so they are left out. `until` of the result is
 * the position at which to continue.
 */
export function mergeNewest<One extends Keyed, Other extends Keyed>(
  one: Looked<One>,
  other: Looked<Other>,
  limit: number,
): Looked<One | Other> {
  const ends = [one.until, other.until].filter((end) => end !== null);
  const until = ends.reduce<Keyed | null>((far, end) => (far && isBefore(end, far) ? far : end), null);
  const all: (One | Other)[] = [...one.found, ...other.found];
  const seen = all
    .filter((entry) => !until || !isBefore(entry, until))
    .sort((left, right) => (isBefore(left, right) ? 1 : -1));
  if (seen.length <= limit) return { found: seen, until };
  const found = seen.slice(0, limit);
  return { found, until: found.at(-1) ?? null };
}
