import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkingTree } from './working-tree';

let root: string;
let tree: WorkingTree;

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const diffOf = (before: string, after: string) =>
  `--- a/lease.txt\n+++ b/lease.txt\n@@ -1 +1 @@\n-${before}\n+${after}\n`;
const exercise = { number: 4, start: 'start.diff', solution: 'solution.diff', changed: ['lease.txt'] };

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'daftar-exercise-'));
  git('init', '--quiet');
  write('.gitignore', '.data/\n');
  write('lease.txt', 'sound\n');
  write('other.txt', 'other\n');
  write('start.diff', diffOf('sound', 'broken'));
  write('solution.diff', diffOf('broken', 'sound'));
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'all');
  tree = new WorkingTree(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the working tree of a learner', () => {
  it('gets the starting change once; a second start changes nothing', () => {
    expect(tree.start(exercise)).toBe(true);
    expect(read('lease.txt')).toBe('broken\n');
    write('lease.txt', 'my try\n');
    expect(tree.start(exercise)).toBe(false);
    expect(read('lease.txt')).toBe('my try\n');
  });

  it('with a change that is not committed is refused, named and left as it is', () => {
    write('other.txt', 'my work\n');
    expect(() => tree.start(exercise)).toThrow(/not committed:\n {2}other\.txt\n/);
    expect([read('lease.txt'), read('other.txt'), tree.open]).toEqual(['sound\n', 'my work\n', null]);
  });

  it('with a staged change is refused too', () => {
    write('lease.txt', 'my work\n');
    git('add', '.');
    expect(() => tree.start(exercise)).toThrow('lease.txt');
    expect(read('lease.txt')).toBe('my work\n');
  });

  it('has only one open exercise', () => {
    tree.start(exercise);
    expect(() => tree.start({ ...exercise, number: 5 })).toThrow('Exercise 4 is open');
  });

  it('reset restores only the files of the exercise, and keeps the try as a diff', () => {
    tree.start(exercise);
    write('lease.txt', 'my try\n');
    write('other.txt', 'my work\n');
    const kept = tree.reset(exercise) ?? '';
    expect([read('lease.txt'), read('other.txt'), tree.open]).toEqual(['sound\n', 'my work\n', null]);
    expect(read(kept)).toContain('+my try');
  });

  it('reset restores the files as they were before the start, even if the try was committed', () => {
    tree.start(exercise);
    write('lease.txt', 'my try\n');
    git(
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.org',
      'commit',
      '--quiet',
      '--all',
      '--message',
      'try',
    );
    expect(read(tree.reset(exercise) ?? '')).toContain('+my try');
    expect([read('lease.txt'), tree.open]).toEqual(['sound\n', null]);
  });

  it('reset changes nothing if git cannot show the try', () => {
    tree.start(exercise);
    write('lease.txt', 'my try\n');
    write('.data/exercises/open', `4 ${'0'.repeat(40)}`);
    expect(() => tree.reset(exercise)).toThrow('Nothing was changed');
    expect([read('lease.txt'), tree.open]).toEqual(['my try\n', 4]);
  });

  it('the kept diff can be applied, whatever the settings of git are', () => {
    git('config', 'diff.external', 'echo');
    git('config', 'color.ui', 'always');
    git('config', 'diff.noprefix', 'true');
    tree.start(exercise);
    write('lease.txt', 'my try\n');
    const kept = tree.reset(exercise) ?? '';
    git('apply', kept);
    expect(read('lease.txt')).toBe('my try\n');
  });

  it('reset changes nothing if the exercise is not open', () => {
    write('lease.txt', 'my work\n');
    expect(() => tree.reset(exercise)).toThrow('Exercise 4 is not open');
    expect(read('lease.txt')).toBe('my work\n');
  });
});
