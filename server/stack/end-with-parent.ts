import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Has `pid` interrupted (SIGINT) when this process is gone, however it went: kill -9 included. A shell of
 * 1 MB waits on a pipe that the kernel closes with us. Call the answer when `pid` has ended, so that its
 * number is not hit when somebody else has it. On Windows nothing watches.
 *
 * @param groupToo what is left of its process group after 5 s is killed
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
