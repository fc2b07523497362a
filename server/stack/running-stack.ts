import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from './is-alive';
import { processStart } from './process-start';

const stackName = z.enum(['dev', 'demo']);

/**
 * The stacks (database, sandbox, app and worker) that this checkout can run: `npm run dev` and `npm run demo`. Both may
 * run at the same time.
 */
export type StackName = z.infer<typeof stackName>;

const stackFile = z.object({
  name: stackName,
  /** The process id of the supervisor, which is the process of `npm run dev` or `npm run demo`. */
  pid: z.number().int().positive(),
  /** Identifies the start of the supervisor (processStart); null if the system does not report it. */
  processStart: z.string().nullable(),
  appUrl: z.url(),
  sandboxUrl: z.url(),
  /** All environment variables of the stack's app and worker, including secrets. Absent while the stack starts. */
  env: z.record(z.string(), z.string()).optional(),
});

/** A stack that starts or runs now. */
export type StartedStack = Omit<z.infer<typeof stackFile>, 'processStart' | 'env'>;

/** A stack that runs now, as described in the file that its supervisor wrote. */
export type RunningStack = StartedStack & { env: Record<string, string> };

/** The folder in which a stack stores its data: database, sandbox, secrets, logs. */
export function stackDir(name: StackName): string {
  const data = path.resolve(import.meta.dirname, '../..', '.data');
  return name === 'demo' ? data : path.join(data, name);
}

/** Time in milliseconds after which the lock of removeStale belongs to a process that was killed. */
const lockMs = 10_000;

/** Path of the file in which the supervisor of a stack describes the stack. */
const pathOf = (name: StackName) => path.join(stackDir(name), 'running.json');

/**
 * Reserves a stack for this process, before the stack starts. Returns undefined if it is reserved. If another process
 * has already reserved it, returns that stack and changes nothing. The file of a process that no longer runs is
 * replaced.
 */
export async function reserveStack(
  stack: StartedStack,
  file = pathOf(stack.name),
): Promise<StartedStack | undefined> {
  await mkdir(path.dirname(file), { recursive: true });
  const written = await writeBeside(file, stack);
  try {
    for (;;) {
      // A link is created only if the file does not exist. Its content is complete from the start.
      const isReserved = await link(written, file).then(() => true, isExisting);
      if (isReserved) return undefined;
      const text = await readFile(file, 'utf8').catch(isMissing);
      const other = text && (await startedStack(text));
      if (other) return other;
      // If the file is missing, its process has just released the stack.
      if (text !== null) await removeStale(file);
    }
  } finally {
    await rm(written, { force: true });
  }
}

/** Deletes the file of a stack. Call this when the stack ends. */
export const releaseStack = (name: StackName, file = pathOf(name)): Promise<void> =>
  rm(file, { force: true });

/**
 * Writes a file from which other commands find the running stack (mode 0600, because it contains secrets). A file that
 * reserved the stack is replaced.
 */
export async function announceStack(stack: RunningStack, file = pathOf(stack.name)): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await rename(await writeBeside(file, stack), file);
}

/** Writes the description of a stack to a new file in the same folder, and returns the path of the new file. */
async function writeBeside(file: string, stack: StartedStack | RunningStack): Promise<string> {
  const beside = `${file}.${randomUUID()}`;
  const content = { ...stack, processStart: await processStart(stack.pid) };
  await writeFile(beside, JSON.stringify(content, null, 2), { mode: 0o600 });
  return beside;
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

function isExisting(error: unknown): false {
  if (hasCode(error, 'EEXIST')) return false;
  throw error;
}

function isMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

/**
 * Removes the file of a process that no longer runs. Several processes may try this at the same time. A folder is the
 * lock that only one of them gets, so that none removes the file that another has just created. The others wait a moment.
 */
async function removeStale(file: string): Promise<void> {
  const lock = `${file}.lock`;
  if (!(await mkdir(lock).then(() => true, isExisting))) {
    await sleep(50);
    // A process that was killed here has left its lock.
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > lockMs) await rm(lock, { recursive: true, force: true });
    return;
  }
  try {
    const text = await readFile(file, 'utf8').catch(isMissing);
    if (text !== null && !(await startedStack(text))) await rm(file, { force: true });
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/**
 * Returns the first of the given stacks that runs; undefined if none runs. A stack that is still starting does not run.
 * If a supervisor was killed, its file running.json remains. This file is ignored, because the process that it names no
 * longer exists, or another process has got its id.
 */
export async function findRunningStack(
  names: readonly StackName[] = stackName.options,
  fileOf = pathOf,
): Promise<RunningStack | undefined> {
  for (const name of names) {
    const text = await readFile(fileOf(name), 'utf8').catch(() => undefined);
    const stack = text === undefined ? undefined : await startedStack(text);
    if (stack?.env) return { ...stack, env: stack.env };
  }
  return undefined;
}

/**
 * Returns the stack that a file describes. Returns undefined if the process of the stack no longer runs, or if the file
 * is incomplete or has the format of another version.
 */
async function startedStack(text: string): Promise<z.infer<typeof stackFile> | undefined> {
  const stack = parseStack(text);
  if (!stack || !isAlive(stack.pid)) return undefined;
  const start = await processStart(stack.pid);
  // If the system does not report the start, only the process id is compared.
  return start === null || stack.processStart === null || start === stack.processStart ? stack : undefined;
}

function parseStack(text: string): z.infer<typeof stackFile> | undefined {
  try {
    return stackFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const titles: Record<StackName, string> = { dev: 'the development stack', demo: 'the demo' };

/** Describes a running stack for the terminal: "the demo (pid 123, http://localhost:3000)". */
export function describeStack({ name, pid, appUrl }: RunningStack): string {
  return `${titles[name]} (pid ${pid}, ${appUrl})`;
}
