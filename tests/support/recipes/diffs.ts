import { execFileSync } from 'node:child_process';

/** Returns the paths in a unified diff of git, without /dev/null. */
export function changedBy(diff: string): string[] {
  const names = [...diff.matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/**
 * Applies a diff with `git apply`. With the option `--check`, nothing is written. If the diff does not apply, returns
 * the output of git, and no file is changed. If it applies, returns an empty text.
 */
export function applyDiff(diff: string | Buffer, cwd: string, ...options: string[]): string {
  try {
    execFileSync('git', ['apply', ...options, '-'], { cwd, input: diff, stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}
