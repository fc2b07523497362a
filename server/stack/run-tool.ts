import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildExit } from './child';
import { endWithParent } from './end-with-parent';

/** A command line tool that runs as a child process. */
export interface Tool {
  exited: Promise<ChildExit>;
  /** Interrupts the tool. If it has not ended after 5 s, kills the tool and every process that it started. */
  stop(): Promise<ChildExit>;
}

const root = path.resolve(import.meta.dirname, '../..');
const graceMs = 5_000;

/**
 * Runs a JavaScript tool of node_modules by the path of its file (`typescript-native/bin/tsc`), in its own process
 * group. When the tool or this process ends, the processes that the tool started are ended.
 *
 * @param output a file for all output of the tool, or the streams of this process
 */
export function runTool(options: {
  file: string;
  args: string[];
  env?: Record<string, string | undefined>;
  output: 'inherit' | { logFile: string };
}): Tool {
  const stream = options.output === 'inherit' ? 'inherit' : openLog(options.output.logFile);
  const tool = spawn(process.execPath, [path.join('node_modules', options.file), ...options.args], {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...options.env },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', stream, stream],
  });
  if (typeof stream === 'number') closeSync(stream);
  const { pid } = tool;
  if (pid === undefined) throw new Error(`Cannot start ${options.file}`);
  const forget = endWithParent(pid, true);
  const exited = new Promise<ChildExit>((resolve) => {
    tool.once('exit', (code, signal) => {
      forget();
      endGroup(pid);
      resolve({ code, signal });
    });
  });
  const stop = async () => {
    tool.kill('SIGINT');
    const patience = new AbortController();
    await Promise.race([
      exited,
      sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    tool.kill('SIGKILL');
    return exited;
  };
  return { exited, stop };
}

function openLog(logFile: string): number {
  mkdirSync(path.dirname(logFile), { recursive: true });
  return openSync(logFile, 'w', 0o600);
}

/** Kills the processes that an ended tool left in its process group. Most tools leave no process. */
function endGroup(pid: number): void {
  if (process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
