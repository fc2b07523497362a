import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPrevious, git } from '@/tests/stages/previous-release';
import { linkPackages } from '@/tests/support/stack/link-packages';

/*
 * `npm run test:fork` checks that a fork with another brand merges this commit without conflicts.
 *
 *     npm run test:fork              a fork of the previous release: the latest tag, or the parent if there is no tag.
 *     npm run test:fork REVISION     a fork of this revision.
 *
 * The fork is one commit: the example of the recipe "Give the app your brand", as REVISION has it. The program exits
 * with code 1 if git finds a conflict, or if the merged brand files are not those that `npm run brand` writes from the
 * fork's brand.ts.
 */

/** The files that the fork changes. A later release may change the same files, so each of them can cause a conflict. */
const forkFiles = ['app/brand.css', 'app/icon.svg', 'brand.ts'];

const [revision = findPrevious()] = process.argv.slice(2);
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'daftar-fork-')));
const checkout = path.join(folder, 'checkout');
const inFork = (...args: string[]) => git(args, checkout);
git(['worktree', 'add', '--quiet', '--detach', checkout, revision]);
try {
  inFork('apply', 'docs/recipes/rebrand.diff');
  inFork('add', '--all');
  requireBrandFiles(
    inFork('diff', '--cached', '--name-only').split('\n'),
    'The fork changes other files than the brand.',
  );
  const by = ['-c', 'user.name=fork', '-c', 'user.email=fork@example.com', '-c', 'core.hooksPath=/dev/null'];
  inFork(...by, 'commit', '--quiet', '--message', 'brand: change name, icon and colors');
  const fork = inFork('rev-parse', 'HEAD');
  const release = git(['rev-parse', 'HEAD']);
  try {
    inFork(...by, 'merge', '--quiet', '--no-edit', release);
  } catch {
    throw new Error(
      `A fork of ${revision} conflicts in: ${inFork('diff', '--name-only', '--diff-filter=U')}`,
    );
  }
  requireBrandFiles(
    inFork('diff', '--name-only', release, 'HEAD').split('\n'),
    'The merged fork differs from the release in other files than the brand.',
  );
  linkPackages(checkout);
  const brand = ['--no-install', 'tsx', '--tsconfig', 'tsconfig.node.json', 'server/brand.ts'];
  execFileSync('npx', brand, { cwd: checkout, stdio: 'inherit' });
  if (inFork('diff', '--name-only') !== '')
    throw new Error(
      'The merged brand files are not those of brand.ts: the fork must run npm run brand again.',
    );
  console.log(
    `A fork ${fork.slice(0, 8)} of ${revision} with the brand "Sijil" merges ${release.slice(0, 8)} without conflicts.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  git(['worktree', 'remove', '--force', checkout]);
  rmSync(folder, { recursive: true, force: true });
}

/** Throws an error with the given message if the list is not exactly the list of the brand's files. */
function requireBrandFiles(files: readonly string[], message: string): void {
  if (files.toSorted().join() !== forkFiles.join()) throw new Error(`${message} ${files.join(' ')}`);
}
