/** Tags that one write adds and removes (platform: PATCH /orders/{id}, tags). */
export type TagChange = { add: string[]; remove: string[] };

/** platform: Limits. `addedMax` is the maximum number of tags that one write adds. */
export const tagLimits = { lengthMax: 40, addedMax: 10 };

/**
 * Applies a change to a list of tags. Tags are compared without regard to case, and an existing tag keeps its spelling.
 */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded));
  const remaining = tags.filter((tag) => !gone.has(folded(tag)));
  const present = new Set(remaining.map(folded));
  return [...remaining, ...add.filter((tag) => !present.has(folded(tag)))];
}

/** Returns the change that leads from one list of tags to another. */
export function tagChange(before: readonly string[], after: readonly string[]): TagChange {
  const [had, has] = [new Set(before.map(folded)), new Set(after.map(folded))];
  return {
    add: after.filter((tag) => !had.has(folded(tag))),
    remove: before.filter((tag) => !has.has(folded(tag))),
  };
}

/** Form for comparison: two tags are the same if they differ only in case or in outer spaces. */
export const folded = (tag: string) => tag.trim().toLowerCase();
