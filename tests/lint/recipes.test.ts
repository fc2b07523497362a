import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@/tests/stages/stage';
import { applyDiff } from '@/tests/support/recipes/diffs';
import { readRecipes } from '@/tests/support/recipes/read-recipes';

/* The checks in this test take less than a second, so they run before each commit. The slow checks are in the
   integration test of the recipes. It applies each diff to a copy of the tree, checks the types and runs the unit
   tests. */

const recipes = readRecipes();
const examples = recipes.flatMap(({ diff, ...recipe }) => (diff === null ? [] : [{ ...recipe, diff }]));

describe.each(examples)('the diff of the recipe $name', ({ diff, listed, changed, unitTests }) => {
  it('applies to this tree', () =>
    expect(applyDiff(readFileSync(path.join(root, diff)), root, '--check')).toBe(''));

  it('touches exactly the files that the recipe lists', () => {
    expect(changed.toSorted()).toEqual(listed.toSorted());
  });

  it('has a unit test, and each test that the recipe names exists', () => {
    expect(unitTests.length).toBeGreaterThan(0);
    expect(unitTests.filter((test) => !existsSync(path.join(root, test)))).toEqual([]);
  });
});

it.each(recipes)(
  'each file that the recipe $name lists exists, or its diff adds the file',
  ({ listed, changed }) => {
    const missing = listed.filter((file) => !existsSync(path.join(root, file)));
    expect(missing.filter((file) => !changed.includes(file))).toEqual([]);
  },
);

it('a diff that does not apply is reported with its file', () => {
  const stale = ['--- a/brand.ts', '+++ b/brand.ts', '@@ -1 +1 @@', '-in no release', '+nor here', ''];
  expect(applyDiff(stale.join('\n'), root, '--check')).toContain('brand.ts: patch does not apply');
});

it('docs/recipes/README.md lists each recipe with the number of its files', () => {
  const index = readFileSync(path.join(root, 'docs/recipes/README.md'), 'utf8');
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\((.+)\.md\) \| (\d+) \|/gm)].map(([, name, count]) => [
    name,
    Number(count),
  ]);
  expect(rows.toSorted()).toEqual(recipes.map(({ name, listed }) => [name, listed.length]).toSorted());
});
