import { execFileSync } from 'node:child_process';
import { root } from './stage';

/**
 * Runs git in a folder, by default the root of the repository. Returns its output without white space around it. Throws an
 * error with git's own message if git fails.
 */
export const git = (args: readonly string[], cwd = root) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * Returns the revision of the previous release: the latest tag before the current commit, or the parent commit if there
 * is no tag.
 */
export function findPrevious(): string {
  try {
    return git(['describe', '--tags', '--abbrev=0', 'HEAD^']);
  } catch {
    return git(['rev-parse', 'HEAD^']);
  }
}
