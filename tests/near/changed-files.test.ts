import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChange, gitIn } from './changed-files';

let dir: string;
const git = (...args: string[]) => {
  const author = ['-c', 'user.name=Daftar', '-c', 'user.email=daftar@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: dir, encoding: 'utf8', stdio: 'pipe' }).trim();
};
const write = (file: string, text: string) => writeFileSync(path.join(dir, file), text);
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
};
const changeOf = (requested: Parameters<typeof findChange>[1] = {}) => findChange(gitIn(dir), requested);

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'daftar-near-'));
  git('init', '-q', '-b', 'main');
  write('.gitignore', 'ignored.ts\n');
  write('a.ts', 'a');
  write('b.ts', 'b');
  commit('first');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('uncommitted and untracked files count as changed; ignored files do not', () => {
  write('a.ts', 'a changed');
  write('new.ts', 'new');
  write('ignored.ts', 'ignored');
  expect(changeOf()).toMatchObject({ baseReason: 'the last commit', files: ['a.ts', 'new.ts'] });
});

test('a branch is compared with the commit where it left origin/main', () => {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('b.ts', 'b changed');
  commit('second');
  write('a.ts', 'a changed');
  expect(changeOf()).toMatchObject({
    baseReason: 'where this branch left origin/main',
    files: ['a.ts', 'b.ts'],
  });
});

test('on origin/main the base is the last commit', () => {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('a.ts', 'a changed');
  expect(changeOf()).toMatchObject({ baseReason: 'the last commit', files: ['a.ts'] });
});

test('a revision can be given as the base, and a deleted file is listed', () => {
  const first = git('rev-parse', 'HEAD');
  rmSync(path.join(dir, 'b.ts'));
  commit('second');
  expect(changeOf({ base: first })).toMatchObject({ base: first, files: ['b.ts'] });
});

test('an unknown revision is an error that names it, also if it looks like an option', () => {
  expect(() => changeOf({ base: 'nowhere' })).toThrow('git knows no revision "nowhere"');
  expect(() => changeOf({ base: '--output=x' })).toThrow('git knows no revision "--output=x"');
});

test('named files replace the detected change; a file that does not exist is an error that names it', () => {
  expect(changeOf({ files: ['b.ts'] }).files).toEqual(['b.ts']);
  expect(() => changeOf({ files: ['b.ts', 'c.ts'] })).toThrow('Not a file of this repository: c.ts');
});
