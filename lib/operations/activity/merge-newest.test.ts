import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeNewest } from './merge-newest';

type Row = { at: Date; id: string };
const Rows = fc.uniqueArray(
  fc.record({ at: fc.integer({ min: 0, max: 20 }).map((ms) => new Date(ms)), id: fc.uuid() }),
  { selector: ({ id }) => id, maxLength: 30 },
);
const compare = (one: Row, other: Row) =>
  other.at.getTime() - one.at.getTime() || (one.id === other.id ? 0 : one.id < other.id ? 1 : -1);

/** Returns the entries after a sort key, at most `limit`. A read of a database index would return the same entries. */
function look(rows: Row[], after: Row | null, limit: number) {
  const rest = rows.toSorted(compare).filter((row) => !after || compare(after, row) < 0);
  const found = rest.slice(0, limit);
  return { found, until: rest.length > limit ? (found.at(-1) ?? null) : null };
}

it('when two lists are merged page by page, every entry is returned once and in order, however many entries a page examines', () => {
  fc.assert(
    fc.property(
      Rows,
      Rows,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 7 }),
      (ones, others, looked, limit) => {
        const listed: Row[] = [];
        let after: Row | null = null;
        do {
          const page: { found: Row[]; until: Row | null } = mergeNewest(
            look(ones, after, looked),
            look(others, after, looked),
            limit,
          );
          expect(page.found.length).toBeLessThanOrEqual(limit);
          listed.push(...page.found);
          after = page.until;
        } while (after);
        expect(listed).toEqual([...ones, ...others].toSorted(compare));
      },
    ),
  );
});
