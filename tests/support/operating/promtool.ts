import { spawnSync } from 'node:child_process';

/**
 * True if the program promtool of Prometheus is installed (Debian: package prometheus). CI sets TEST_PROMTOOL=required,
 * so there its tests fail and are not skipped if it is missing.
 */
export const hasPromtool =
  process.env.TEST_PROMTOOL === 'required' || spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool in a folder. Returns its exit code and its output. */
export function promtool(folder: string, ...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  return { code: status, output: stdout + stderr };
}
