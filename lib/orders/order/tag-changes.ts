/** Tags that one write adds and removes (platform: PATCH /orders/{id}, tags). */
export type TagChange = { add: string[]; remove: string[] };

/**
 * Limits of tags (platform: Limits). `lengthMax` is in characters. `addedMax` is the maximum number of tags that one
 * write adds.
 */
export const tagLimits = { lengthMax: 40, addedMax: 10 };

/**
 * Adds tags to a list and removes tags from it. Tags that differ only in case are the same tag, and a tag that is
 * already in the list keeps its spelling.
 */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded));
  const remaining = tags.filter((tag) => !gone.has(folded(tag)));
  const present = new Set(remaining.map(folded));
  return [...remaining, ...add.filter((tag) => !present.has(folded(tag)))];
}

/** Returns the tags to add and to remove, so that the list `before` becomes the list `after`. */
export function tagChange(before: readonly string[], after: readonly string[]): TagChange {
  const [had, has] = [new Set(before.map(folded)), new Set(after.map(folded))];
  return {
    add: after.filter((tag) => !had.has(folded(tag))),
    remove: before.filter((tag) => !has.has(folded(tag))),
  };
}

/**
 * Returns the form in which tags are compared. Two tags are the same if they differ only in case or in spaces at the
 * start or end.
 */
export const folded = (tag: string) => tag.trim().toLowerCase();
