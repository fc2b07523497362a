/** Tags that a write adds and removes (platform: PATCH /orders/{id}, tags). */
export type TagChange = { add: string[]; remove: string[] };

/**
 * Limits of tags (platform: Limits). `lengthMax`: maximum number of characters of a tag. `addedMax`: maximum number of
 * tags that one PATCH request can add.
 */
export const tagLimits = { lengthMax: 40, addedMax: 10 };

/**
 * Adds tags to a list and removes tags from it. Tags that differ only in case count as the same tag. If a tag to add is
 * already in the list, the tag in the list stays as it is.
 */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded));
  const remaining = tags.filter((tag) => !gone.has(folded(tag)));
  const present = new Set(remaining.map(folded));
  return [...remaining, ...add.filter((tag) => !present.has(folded(tag)))];
}

/** Returns the tags that must be added to and removed from the list `before`, so that it becomes the list `after`. */
export function tagChange(before: readonly string[], after: readonly string[]): TagChange {
  const [had, has] = [new Set(before.map(folded)), new Set(after.map(folded))];
  return {
    add: after.filter((tag) => !had.has(folded(tag))),
    remove: before.filter((tag) => !has.has(folded(tag))),
  };
}

/** Returns a tag in the form in which tags are compared: without spaces at the start and end, in small letters. */
export const folded = (tag: string) => tag.trim().toLowerCase();
