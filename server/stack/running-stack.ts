import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from './is-alive';

const stackName = z.enum(['dev', 'demo']);

/**
 * The stacks (database, sandbox, app and worker) that this checkout can run: `npm run dev` and `npm run demo`. Both may
 * run at the same time.
 */
export type StackName = z.infer<typeof stackName>;

const runningStack = z.object({
  name: stackName,
  /** The process id of the supervisor, which is the process of `npm run dev` or `npm run demo`. */
  pid: z.number().int().positive(),
  appUrl: z.url(),
  sandboxUrl: z.url(),
  /** All environment variables of the stack's app and worker, including secrets. */
  env: z.record(z.string(), z.string()),
});

/** A stack that runs now, as described in the file that its supervisor wrote. */
export type RunningStack = z.infer<typeof runningStack>;

/** The folder in which a stack stores its data: database, sandbox, secrets, logs. */
export function stackDir(name: StackName): string {
  const data = path.resolve(import.meta.dirname, '../..', '.data');
  return name === 'demo' ? data : path.join(data, name);
}

/**
 * Writes a file from which other commands find the running stack (mode 0600, because it contains secrets).
 * Returns a function that deletes the file; call it when the stack ends.
 */
export async function announceStack(stack: RunningStack): Promise<() => Promise<void>> {
  const file = stackFile(stack.name);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(stack, null, 2), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/**
 * Returns the first of the given stacks that runs; undefined if none runs. If a supervisor was killed, its file
 * running.json remains. This file is ignored, because the process that it names no longer exists.
 */
export async function findRunningStack(
  names: readonly StackName[] = stackName.options,
): Promise<RunningStack | undefined> {
  for (const name of names) {
    const text = await readFile(stackFile(name), 'utf8').catch(() => undefined);
    const stack = text === undefined ? undefined : parseStack(text);
    if (stack && isAlive(stack.pid)) return stack;
  }
  return undefined;
}

function stackFile(name: StackName): string {
  return path.join(stackDir(name), 'running.json');
}

/**
 * Parses the file that describes a running stack. Returns undefined if the file is incomplete or has the format of
 * another version.
 */
function parseStack(text: string): RunningStack | undefined {
  try {
    return runningStack.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const titles: Record<StackName, string> = { dev: 'the development stack', demo: 'the demo' };

/** Describes a running stack for the terminal: "the demo (pid 123, http://localhost:3000)". */
export function describeStack({ name, pid, appUrl }: RunningStack): string {
  return `${titles[name]} (pid ${pid}, ${appUrl})`;
}
