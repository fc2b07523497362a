import { execFileSync } from 'node:child_process';
import { UsageError } from '@/server/run-command';

/** Runs git in a working copy and returns its output. Returns undefined if git fails. */
export type Git = (...args: string[]) => string | undefined;

/** Returns a function that runs git commands in the given folder. */
export function gitIn(cwd: string): Git {
  return (...args) => {
    try {
      const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
      return execFileSync('git', args, { cwd, encoding: 'utf8', stdio, maxBuffer: 64 << 20 });
    } catch {
      return undefined;
    }
  };
}

/** The files that the developer changed, and the base commit with which they are compared. */
export interface Change {
  /** The base commit with which the files are compared. Uncommitted changes count as changes too. */
  base: string;
  /** The reason why the base commit was chosen, as text for the developer. */
  baseReason: string;
  files: string[];
}

/** Returns all files of the working copy that git tracks, or would track after `git add`. */
export function listFiles(git: Git): string[] {
  return split(git('ls-files', '-z', '--cached', '--others', '--exclude-standard'));
}

/**
 * Returns the files that changed since `base`. The default base is the commit at which this branch left origin/main. If
 * no such commit exists, or if origin/main is checked out, the base is the last commit. If `files` is given, the
 * function treats these files as changed.
 */
export function findChange(git: Git, requested: { base?: string; files?: readonly string[] }): Change {
  const { base, baseReason } = findBase(git, requested.base);
  if (requested.files && requested.files.length > 0) {
    const known = new Set(listFiles(git));
    const unknown = requested.files.filter((file) => !known.has(file));
    if (unknown.length > 0)
      throw new UsageError(`Not a file of this repository: ${unknown.join(', ')}. Paths start at its root.`);
    return { base, baseReason, files: [...requested.files] };
  }
  const changed = split(git('diff', '--name-only', '--no-renames', '-z', base));
  const untracked = split(git('ls-files', '-z', '--others', '--exclude-standard'));
  return { base, baseReason, files: [...new Set([...changed, ...untracked])].sort() };
}

function findBase(git: Git, requested: string | undefined): Omit<Change, 'files'> {
  const head = commitOf(git, 'HEAD');
  if (!head) throw new UsageError('This is no git clone with a commit, so nothing says what changed.');
  if (requested !== undefined) {
    const base = commitOf(git, requested);
    if (!base) throw new UsageError(`git knows no revision "${requested}".`);
    return { base, baseReason: requested };
  }
  const fork = git('merge-base', 'origin/main', 'HEAD')?.trim();
  if (fork && fork !== head) return { base: fork, baseReason: 'where this branch left origin/main' };
  return { base: head, baseReason: 'the last commit' };
}

const commitOf = (git: Git, revision: string) =>
  git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)?.trim();

const split = (text = ''): string[] => text.split('\0').filter((file) => file !== '');
