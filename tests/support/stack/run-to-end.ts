import { execFile } from 'node:child_process';
import path from 'node:path';
import { locateProgram, type ProgramFile } from './programs';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Runs a program until it exits, with the environment of the app under test. Returns its exit code and its output:
 * first stdout, then stderr.
 */
export function runToEnd(
  program: ProgramFile,
  appEnv: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH ?? '', TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.node.json') };
  const { flags, file } = locateProgram(program);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...flags, file, ...args],
      { cwd: root, env: { ...env, NODE_ENV: 'production' as const, ...appEnv }, maxBuffer: 64 * 1024 * 1024 },
      (_, out, err) => resolve({ code: child.exitCode, output: out + err }),
    );
  });
}
