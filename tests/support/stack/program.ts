import { fork } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import type { ChildExit } from '@/server/stack/child';
import { locateProgram } from './programs';

/** A separate process that runs use cases of the app on request (use-case-program.ts). */
export type Program = {
  /** Runs a use case in the separate process and returns its outcome; undefined if that process died first. */
  run(useCase: string, installId: string, input?: string): Promise<ProgramOutcome | undefined>;
  exited: Promise<ChildExit>;
  /** Kills the process with SIGKILL, as if the power had failed. */
  kill(): Promise<ChildExit>;
  stop(): Promise<ChildExit>;
};

export type ProgramOutcome = z.infer<typeof ProgramOutcome>;
const ProgramOutcome = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Starts the process that runs use cases of the app (use-case-program.ts), and waits until it is ready. The process is
 * started without a shell, so `exited` has the exit code and the signal of the program itself.
 */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const { flags, file } = locateProgram('tests/support/operations/use-case-program.ts');
  const child = fork(file, {
    cwd: root,
    execArgv: flags,
    env: { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.node.json'), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<ChildExit>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const message = () => new Promise<unknown>((resolve) => child.once('message', resolve));
  await Promise.race([
    message(),
    exited.then(() => Promise.reject(new Error('the program ended before it was ready'))),
  ]);
  return {
    async run(useCase, installId, input = '') {
      const answer = message();
      child.send({ useCase, installId, input });
      return Promise.race([answer.then((said) => ProgramOutcome.parse(said)), exited.then(() => undefined)]);
    },
    exited,
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
    stop() {
      if (child.connected) child.disconnect();
      return exited;
    },
  };
}
