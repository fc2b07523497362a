/** Newest first; of the same instant the greater id. */
type Keyed = { at: Date; id: string };

/** What was found on one way; `until`: how far was looked, null when that was all. */
export type Looked<Entry extends Keyed> = { found: Entry[]; until: Keyed | null };

const isBefore = (one: Keyed, other: Keyed) =>
  one.at < other.at || (one.at.getTime() === other.at.getTime() && one.id < other.id);

/**
 * The newest of two lists that were each looked through down to some place, at most `most` of them: only as far as
 * both were, so that nothing that is older comes before what was not looked at yet. `until` is where to go on.
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
