/**
 * Sort key of an entry. The newest entry is first. If two entries have the same time, the entry with the greater id is
 * first.
 */
type Keyed = { at: Date; id: string };

/**
 * Entries that were found in one list. The list was examined from its newest entry down to the sort key
 * `until`. `until` is null if the list was examined to the end.
 */
export type Examined<Entry extends Keyed> = { found: Entry[]; until: Keyed | null };

const isBefore = (one: Keyed, other: Keyed) =>
  one.at < other.at || (one.at.getTime() === other.at.getTime() && one.id < other.id);

/**
 * Merges the newest entries of two lists, at most `limit`. Each list was examined from its newest entry down to its
 * sort key `until`. The list with the newer `until` key may have more entries that are older than this key. So the
 * result ends at this key and has no older entries.
 *
 * `until` of the result is the sort key after which the next page starts; null if there is no next page.
 */
export function mergeNewest<One extends Keyed, Other extends Keyed>(
  one: Examined<One>,
  other: Examined<Other>,
  limit: number,
): Examined<One | Other> {
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
