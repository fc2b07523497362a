/** Tags to be added and to be removed, as one write asks for it (platform: PATCH /orders/{id}, tags). */
export type TagChange = { add: string[]; remove: string[] };

/** platform: Limits; added in one write. */
export const tagLimits = { lengthMax: 40, addedMax: 10 };

/** The tags once a change has been made: removed and found without regard to case, the spelling that was first stays. */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(folded));
  const remaining = tags.filter((tag) => !gone.has(folded(tag)));
  const present = new Set(remaining.map(folded));
  return [...remaining, ...add.filter((tag) => !present.has(folded(tag)))];
}

/** What leads from one list of tags to another. */
export function tagChange(before: readonly string[], after: readonly string[]): TagChange {
  const [had, has] = [new Set(before.map(folded)), new Set(after.map(folded))];
  return {
    add: after.filter((tag) => !had.has(folded(tag))),
    remove: before.filter((tag) => !has.has(folded(tag))),
  };
}

/** Two tags are one when they differ in case alone. */
export const folded = (tag: string) => tag.trim().toLowerCase();
