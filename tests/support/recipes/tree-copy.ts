import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { root } from '@/tests/stages/stage';
import { linkPackages } from '@/tests/support/stack/link-packages';

/** A copy of the working tree in a temporary folder, in which a test may change files. */
export interface TreeCopy {
  folder: string;
  /** Runs a command in the copy. If the command fails, returns its output. If it succeeds, returns an empty text. */
  failureOf(command: string, ...args: string[]): Promise<string>;
  /**
   * Runs a JavaScript tool by its path in node_modules. If the tool fails, returns its output. If it succeeds, returns
   * an empty text.
   */
  toolFailure(file: string, ...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Copies the working tree, with the files that git tracks or would track. The packages are linked, not copied. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daftar-copy-'));
  const generated = 'lib/system/generated';
  for (const file of [...listFiles(gitIn(root)), generated])
    if (existsSync(path.join(root, file)))
      await cp(path.join(root, file), path.join(folder, file), { recursive: true });
  linkPackages(folder);
  // Next generates next-env.d.ts in the working tree. The copy gets a shorter one, which refers only to the types of
  // Next.
  await writeFile(
    path.join(folder, 'next-env.d.ts'),
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  );
  const failureOf = (command: string, ...args: string[]) => runIn(folder, command, args);
  // Biome reads .gitignore only in a git repository, so the copy becomes one.
  const refusal = await failureOf('git', 'init', '--quiet');
  if (refusal) throw new Error(refusal);
  return {
    folder,
    failureOf,
    toolFailure: (file, ...args) => failureOf(process.execPath, path.join('node_modules', file), ...args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function runIn(cwd: string, command: string, args: string[]): Promise<string> {
  // The environment variables of the test runner are not passed to the command.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' as const };
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve(error ? `${command} ${args.join(' ')}\n${stdout}${stderr}${error.message}`.trim() : ''),
    );
  });
}
