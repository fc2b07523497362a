import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@/tests/stages/stage';
import { exercisesFolder, readExercises } from '@/tests/support/exercises/read-exercises';
import { applyDiff } from '@/tests/support/recipes/diffs';

/* The checks in this test take less than a second, so they run before each commit. The slow checks are in the
   integration test of the recipes. It applies the starting changes to a copy of the tree, and checks that the test of
   each exercise fails. */

const exercises = readExercises();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe.each(exercises)('exercise $number', ({ page, start, solution, changed, goal, test }) => {
  it('has a starting change and a solution that apply to this tree, one after the other', () => {
    expect(applyDiff(read(start) + read(solution), root, '--check')).toBe('');
  });

  it('changes only files that exist, so that a reset can restore them', () => {
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names a test file of the project', () => {
    expect(existsSync(path.join(root, test.file))).toBe(true);
  });

  it('has a goal of three sentences, at most three files to read and two or three hints', () => {
    const text = read(page);
    expect(goal.match(/[.!?](?=\s|$)/g)).toHaveLength(3);
    const [, section = ''] = /## Read\n([\s\S]+?)\n## /.exec(text) ?? [];
    expect([1, 2, 3]).toContain(section.match(/^- /gm)?.length);
    expect([2, 3]).toContain(text.match(/^<summary>Hint \d<\/summary>$/gm)?.length);
    expect(text).toContain('## Afterwards');
  });

  it('links only files that exist', () => {
    const links = [...read(page).matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(path.join(root, exercisesFolder, link)))).toEqual([]);
  });
});

it('the exercises are numbered from 1, and docs/exercises/README.md lists each by its title', () => {
  expect(exercises.map(({ number }) => number)).toEqual(exercises.map((_, index) => index + 1));
  const rows = [...read(`${exercisesFolder}/README.md`).matchAll(/^\| \[(\d+\. .+?)\]\((.+?)\)/gm)];
  expect(rows.map(([, title, page]) => [title, `${exercisesFolder}/${page}`])).toEqual(
    exercises.map(({ number, title, page }) => [`${number}. ${title}`, page]),
  );
});
