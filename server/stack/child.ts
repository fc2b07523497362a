import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTour, type TourHost } from '@/sandbox/tour/tour-host';
import { endWithParent } from './end-with-parent';

/** How a process ended: its exit code, or the signal that ended it. */
export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A program of this repository that runs as a child process. */
export interface Child {
  name: string;
  pid: number;
  /**
   * Resolves when the program prints the line `ready <name> <url?>`, with the URL in this line. Rejects with the last
   * lines of output if the program ends or the time limit passes before this line.
   */
  ready: Promise<string | undefined>;
  /** Resolves when the program has ended, for any reason. */
  exited: Promise<ChildExit>;
  /** Returns the last lines that the program printed on stdout or stderr. */
  lastLines(): string[];
  /**
   * Sends SIGTERM to the program, and SIGKILL if it has not ended after 5 s. Waits until it has ended. A second call is
   * safe.
   */
  stop(): Promise<ChildExit>;
  /** Kills the program by SIGKILL (kill -9), for tests that check what remains after a crash. */
  kill(): Promise<ChildExit>;
}

/** The options of `startChild`. */
export interface ChildOptions {
  /** The name that the program prints in the line `ready <name>`. */
  name: string;
  /** The program and its arguments, relative to the root of the repository: `['sandbox/main.ts']`. */
  args: string[];
  /** Flags for Node itself; by default the flags that load TypeScript. */
  flags?: string[];
  /** Environment variables to add to those of the current process. A variable that is undefined is removed. */
  env: Record<string, string | undefined>;
  /** File that receives all output of the program. An existing file is overwritten, except with `appendsLog`. */
  logFile: string;
  /** True if the output is appended to the log file of an earlier process of the same program. */
  appendsLog?: boolean;
  /** For the sandbox of a demo: answers the questions of its tour, over an IPC channel that only these two processes have. */
  tourHost?: TourHost | undefined;
  readyTimeoutMs?: number;
  /**
   * For development: restarts the program if a file that it imports changes. The wait for the `ready` line then has no
   * time limit.
   */
  watch?: boolean;
  /** Port of 127.0.0.1 on which Node's debugger for the program listens. */
  inspectPort?: number | undefined;
  /** Receives each line that the program prints. */
  onLine?: (line: string) => void;
}

const root = path.resolve(import.meta.dirname, '../..');
const graceMs = 5_000;
const recentLinesMax = 40;

/**
 * Starts a TypeScript program of this repository in its own Node process. No shell or runner is in between, so the pid
 * is that of the program itself. The program gets a pipe as stdin and DAFTAR_PARENT=pipe, so it ends when this process
 * ends, even by kill -9. It gets its own process group. So Ctrl-C reaches this process but not the programs, and this
 * process then ends them one by one.
 */
export function startChild(options: ChildOptions): Child {
  const env = {
    ...process.env,
    TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.node.json'),
    DAFTAR_PARENT: 'pipe',
    ...options.env,
    SANDBOX_TOUR_HOST: options.tourHost && 'ipc',
  };
  const process_ = spawn(process.execPath, nodeArguments(options), {
    cwd: root,
    env,
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(options.tourHost ? (['ipc'] as const) : [])],
  });
  const { pid } = process_;
  if (pid === undefined) throw new Error(`Cannot start ${options.name}`);
  // Errors on the program's stdin are ignored, because the program may end while this process writes to the pipe or
  // closes it.
  process_.stdin?.on('error', () => undefined);
  if (options.tourHost) answerTour(process_, options.tourHost);

  const exited = untilExit(process_);
  // Programs of this repository end when their stdin closes, but the watcher (which restarts a program after a code
  // change) does not. So endWithParent ends the watcher when this process ends.
  if (options.watch) void exited.then(endWithParent(pid, true));
  const output = captureOutput(process_, options);
  if (options.onLine) output.onLine(options.onLine);
  const ready = untilReady(options, output, exited);
  ready.catch(() => undefined);
  // A killed watcher leaves the program that it started. So the rest of the process group is killed too.
  const killRest = () => {
    if (options.watch) killGroup(pid);
  };

  return {
    name: options.name,
    pid,
    ready,
    exited,
    lastLines: output.lastLines,
    stop: () => end(process_, exited, graceMs).finally(killRest),
    kill: () => end(process_, exited, 0).finally(killRest),
  };
}

/**
 * Returns the arguments with which Node runs the program by tsx. Without `watch`, tsx is a loader in the
 * program's own process. With `watch`, tsx is a process that starts the program again after changes.
 */
function nodeArguments({ args, flags = ['--import', 'tsx'], watch, inspectPort }: ChildOptions): string[] {
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  if (!watch) return [...flags, ...inspect, ...args];
  return ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', ...inspect, ...args];
}

/**
 * Resolves when the program has ended, and after a wait of up to 500 ms for its last output. A longer wait could be
 * endless, because a process that the program started may hold the stream open.
 */
function untilExit(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), 500));
  });
}

interface Output {
  lastLines(): string[];
  onLine(listener: (line: string) => void): void;
}

function captureOutput(child: ChildProcess, { logFile, appendsLog }: ChildOptions): Output {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { mode: 0o600, flags: appendsLog ? 'a' : 'w' });
  const recentLines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      recentLines.push(line);
      if (recentLines.length > recentLinesMax) recentLines.shift();
      for (const listener of listeners) listener(line);
    });
  }
  child.once('close', () => log.end());
  return { lastLines: () => [...recentLines], onLine: (listener) => void listeners.push(listener) };
}

function untilReady(options: ChildOptions, output: Output, exited: Promise<ChildExit>) {
  const timeoutMs = options.readyTimeoutMs ?? 60_000;
  return new Promise<string | undefined>((resolve, reject) => {
    const fail = (how: string) => {
      reject(new Error([`${options.name} ${how}`, ...output.lastLines()].join('\n  ')));
    };
    const giveUp = () => fail(`was not ready after ${timeoutMs} ms`);
    const timer = options.watch ? undefined : setTimeout(giveUp, timeoutMs);
    output.onLine((line) => {
      const [word, name, url] = line.split(' ');
      if (word !== 'ready' || name !== options.name) return;
      clearTimeout(timer);
      resolve(url);
    });
    void exited.then((exit) => {
      clearTimeout(timer);
      fail(`ended before it was ready (${describeExit(exit)})`);
    });
  });
}

/** Describes how a process ended: "exit code 1" or "SIGKILL". */
export function describeExit({ code, signal }: ChildExit): string {
  return signal ?? `exit code ${code}`;
}

/** Kills all processes that remain in the process group of `pid`. Windows has no process groups. */
function killGroup(pid: number): void {
  if (process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: no process of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function end(child: ChildProcess, exited: Promise<ChildExit>, waitMs: number): Promise<ChildExit> {
  if (waitMs > 0) {
    // SIGTERM requests the program to end. Windows has no SIGTERM, so the program's stdin is closed there, which ends
    // the program.
    if (process.platform === 'win32') child.stdin?.end();
    else child.kill('SIGTERM');
    const patience = new AbortController();
    const late = sleep(waitMs, true, { signal: patience.signal }).catch(() => false);
    await Promise.race([exited, late]);
    patience.abort();
  }
  child.kill('SIGKILL');
  return exited;
}
