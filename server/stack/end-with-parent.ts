import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Interrupts the process `pid` (SIGINT) when this process ends for any reason, including kill -9. To do so, a small
 * shell process (1 MB) reads a pipe that the kernel closes when this process ends. Does nothing on Windows.
 *
 * Returns a function that cancels the interruption. Call it when `pid` has ended, because otherwise a later process
 * with the same pid could be interrupted.
 *
 * @param groupToo after 5 s, also kills all processes that remain in the process group of `pid`
 */
export function endWithParent(pid: number, groupToo = false): () => void {
  if (process.platform === 'win32') return () => undefined;
  const untilParentIsGone = 'trap "" INT TERM HUP; while read -r _; do :; done';
  const killGroup = groupToo ? '; sleep 5; kill -KILL -"$1"' : '';
  const watch = `${untilParentIsGone}; kill -INT "$1"${killGroup}`;
  const watcher = spawn('/bin/sh', ['-c', watch, 'end-with-parent', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.kill('SIGKILL');
}
