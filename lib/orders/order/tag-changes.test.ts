import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeTags, tagChange } from '@/lib/orders/order/tag-changes';

it('PAT-2: removes tags without regard to case, and keeps the spelling of the other tags', () => {
  expect(changeTags(['VIP', 'Gift', 'late'], { add: ['gift', 'new'], remove: ['vip'] })).toEqual([
    'Gift',
    'late',
    'new',
  ]);
});

it('the computed change turns the first list of tags into the second, and contains only tags that differ', () => {
  const tags = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), {
    selector: (tag) => tag.trim().toLowerCase(),
  });
  fc.assert(
    fc.property(tags, tags, (before, after) => {
      const change = tagChange(before, after);
      const fold = (list: string[]) => list.map((tag) => tag.trim().toLowerCase()).toSorted();
      expect(fold(changeTags(before, change))).toEqual(fold(after));
      for (const tag of change.add) expect(before).not.toContain(tag);
      for (const tag of change.remove) expect(after).not.toContain(tag);
    }),
  );
});
