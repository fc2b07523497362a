import { spawnSync } from 'node:child_process';

/** True if the program promtool of Prometheus is installed (Debian: package prometheus). */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool in a folder. Returns its exit code and its output. */
export function promtool(folder: string, ...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}
