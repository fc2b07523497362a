import { execFileSync } from 'node:child_process';

/** Returns the paths of the files in a unified diff of git. The path /dev/null is left out. */
export function changedBy(diff: string): string[] {
  const names = [...diff.matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/**
 * Applies a diff with `git apply`, and returns an empty text. If the diff does not apply, changes no file and returns
 * the output of git. With the option `--check`, no file is changed in any case.
 */
export function applyDiff(diff: string | Buffer, cwd: string, ...options: string[]): string {
  try {
    execFileSync('git', ['apply', ...options, '-'], { cwd, input: diff, stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}
