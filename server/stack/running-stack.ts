import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from './is-alive';

const stackName = z.enum(['dev', 'demo']);

/** The stacks that this checkout can run: `npm run dev` and `npm run demo`. They may run side by side. */
export type StackName = z.infer<typeof stackName>;

const runningStack = z.object({
  name: stackName,
  /** Of the supervisor: the process that `npm run dev` or `npm run demo` started. */
  pid: z.number().int().positive(),
  appUrl: z.url(),
  sandboxUrl: z.url(),
  /** The whole environment of its app and worker, secrets included. */
  env: z.record(z.string(), z.string()),
});

/** A stack that runs now, as its supervisor described it. */
export type RunningStack = z.infer<typeof runningStack>;

/** Where a stack keeps its data: database, sandbox, secrets, logs. */
export function stackDir(name: StackName): string {
  const data = path.resolve(import.meta.dirname, '../..', '.data');
  return name === 'demo' ? data : path.join(data, name);
}

/** Writes down that a stack runs (mode 0600, because of the secrets). Call the answer when it ends. */
export async function announceStack(stack: RunningStack): Promise<() => Promise<void>> {
  const file = stackFile(stack.name);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(stack, null, 2), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/**
 * The first of these stacks that runs; undefined when none does. A supervisor that was killed leaves its file behind:
 * then its process is gone, and the file does not count.
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

/** A file that is half written or of another version counts as none. */
function parseStack(text: string): RunningStack | undefined {
  try {
    return runningStack.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const titles: Record<StackName, string> = { dev: 'the development stack', demo: 'the demo' };

/** For the terminal: "the demo (pid 123, http://localhost:3000)". */
export function describeStack({ name, pid, appUrl }: RunningStack): string {
  return `${titles[name]} (pid ${pid}, ${appUrl})`;
}
