import { rm } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from '@/server/packaging/bundle';

const root = path.resolve(import.meta.dirname, '../../..');
const outDir = path.join(root, '.data', 'test-programs');

/** Programs that tests start as separate processes, many times in one `npm test`. */
const programs = [
  'sandbox/main.ts',
  'server/app.ts',
  'lib/worker/main.ts',
  'server/rotate-keys.ts',
  'server/ops.ts',
  'server/resume-backup.ts',
  'server/doctor.ts',
  'tests/support/operations/use-case-program.ts',
] as const;
/** Programs whose bundles load the npm packages from node_modules, because a test checks which packages are loaded. */
const programsWithoutPackages = ['tests/support/operating/loaded-packages.ts'] as const;
export type ProgramFile = (typeof programs)[number] | (typeof programsWithoutPackages)[number];

/**
 * Bundles the programs once for all tests, because a program starts faster from a bundle. The start of the worker takes
 * 0.5 s of CPU from a bundle with the npm packages. Without a bundle it takes 2.7 s, because tsx compiles and resolves
 * about 600 modules at each start. Bundling changes only how files are loaded, so the tests still test the same code.
 *
 * After this call, tests in this process and in its child processes use the bundles.
 */
export async function bundlePrograms(): Promise<void> {
  if (process.env.TEST_PROGRAMS === 'bundled') return;
  process.env.TEST_PROGRAMS = 'bundled';
  await rm(outDir, { recursive: true, force: true });
  await bundle({ programs: byName(programs), outDir, packages: 'bundle' });
  await bundle({ programs: byName(programsWithoutPackages), outDir, packages: 'external' });
}

const byName = (files: readonly ProgramFile[]) =>
  Object.fromEntries(files.map((program) => [nameOf(program), program]));

/**
 * Returns how Node starts a program: from its bundle if a bundle was made for these tests, and otherwise from its
 * source through tsx.
 */
export function locateProgram(program: ProgramFile): { flags: string[]; file: string } {
  return process.env.TEST_PROGRAMS === 'bundled'
    ? { flags: ['--enable-source-maps'], file: path.join(outDir, `${nameOf(program)}.js`) }
    : { flags: ['--import', 'tsx'], file: path.join(root, program) };
}

const nameOf = (program: string) => program.replace(/\.ts$/, '').replaceAll('/', '-');
