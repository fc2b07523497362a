import { rm } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from './bundle';

const root = path.resolve(import.meta.dirname, '../..');

/** The folder of the compiled programs of a deployment. */
export const programsDir = path.join(root, 'dist');

/** The folder of the compiled sandbox, which only the image of the demo contains. */
export const demoDir = path.join(root, 'dist-demo');

/**
 * The programs of a deployment and their source files. `dist/daftar.js NAME` (the program `daftar`) starts the program
 * NAME.
 */
const programs = {
  daftar: 'server/daftar.ts',
  app: 'server/app.ts',
  worker: 'lib/worker/main.ts',
  migrate: 'server/migrate.ts',
  doctor: 'server/doctor.ts',
  'rotate-keys': 'server/rotate-keys.ts',
  ops: 'server/ops.ts',
  backup: 'server/backup.ts',
  'check-backup': 'server/check-backup.ts',
  'resume-backup': 'server/resume-backup.ts',
};

/**
 * Compiles the programs of a deployment to `dist` and the sandbox to `dist-demo`. First, deletes the earlier files of
 * both folders.
 */
export async function compilePrograms(): Promise<void> {
  for (const dir of [programsDir, demoDir]) await rm(dir, { recursive: true, force: true });
  await bundle({ programs, outDir: programsDir, packages: 'bundle' });
  await bundle({ programs: { sandbox: 'sandbox/main.ts' }, outDir: demoDir, packages: 'bundle' });
}
