import { spawnSync } from 'node:child_process';
import { access, chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canEnter, type PostgresAccount, postgresAccount } from './postgres-account';
import {
  installedBinaries,
  majorVersion,
  type PostgresBinaries,
  postgresBinaries,
} from './postgres-binaries';
import { readCredentials } from './credentials';
import { privateTemporaryFolder } from './private-temporary-folder';

/** A PostgreSQL data directory, with the log file and the passwords that are needed to run a server on it. */
export interface PostgresCluster {
  /**
   * The folder that contains the data directory and all other files of the database. Its owner can read it. The
   * operating system user of the database server may pass through it, but not read it.
   */
  home: string;
  /** PostgreSQL's own data directory, owned by `account`. */
  dir: string;
  logFile: string;
  account: PostgresAccount;
  binaries: PostgresBinaries;
  /** Password of the superuser `postgres`. */
  superuserPassword: string;
  /** Password of the login role `daftar`. */
  password: string;
}

/**
 * Creates the database files under `dataDir`, or finds them if they exist. `cluster/` is PostgreSQL's data directory.
 * `credentials.json` (0600) contains two random passwords. `server.log` is the log of the last run of the server.
 *
 * If the current user is root, PostgreSQL runs as another user. If this other user cannot enter `dataDir` (for example,
 * below /root), the files are in privateTemporaryFolder instead.
 *
 * @param fast no sync to disk, for temporary data
 * @param binDir folder of the server's programs; unset means the programs that npm installed
 */
export async function preparePostgresCluster(
  dataDir: string,
  { fast = false, binDir }: { fast?: boolean; binDir?: string },
): Promise<PostgresCluster> {
  const account = await postgresAccount(path.join(dataDir, 'cluster'));
  const home = await reachableHome(dataDir, account);
  const binaries = binDir ? installedBinaries(binDir) : await postgresBinaries(account);
  const cluster = { home, dir: path.join(home, 'cluster'), logFile: path.join(home, 'server.log') };
  const prepared = { ...cluster, account, binaries, ...(await readCredentials(home)) };
  if (!(await exists(path.join(cluster.dir, 'PG_VERSION')))) await initdb(prepared, fast);
  return prepared;
}

/** Deletes all files of a database server that preparePostgresCluster has created. The server must not run. */
export async function removePostgresCluster(dataDir: string): Promise<void> {
  const account = await postgresAccount(path.join(dataDir, 'cluster'));
  const home = await reachableHome(dataDir, account);
  for (const folder of new Set([dataDir, home])) await rm(folder, { recursive: true, force: true });
}

async function reachableHome(dataDir: string, account: PostgresAccount): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, account ? 0o711 : 0o700);
  if (canEnter(dataDir, account)) return dataDir;
  return privateTemporaryFolder('data', dataDir);
}

/**
 * Runs initdb in a temporary folder, which is renamed to the final name at the end. So the final folder is never
 * incomplete, even if initdb is killed or runs twice at the same time.
 */
async function initdb(cluster: PostgresCluster, fast: boolean): Promise<void> {
  const { account, home } = cluster;
  const partial = path.join(home, `cluster.${process.pid}`);
  const passwordFile = path.join(home, `password.${process.pid}`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${cluster.superuserPassword}\n`, { mode: 0o600 });
  if (account) await Promise.all([partial, passwordFile].map((p) => chown(p, account.uid, account.gid)));
  try {
    const flags = [
      '--pgdata',
      partial,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      ...localeFlags(majorVersion(cluster.binaries)),
      '--no-instructions',
      ...(fast ? ['--no-sync'] : []),
    ];
    const made = spawnSync(cluster.binaries.initdb, flags, { ...account, cwd: home, encoding: 'utf8' });
    if (made.status !== 0) {
      throw new Error(`initdb failed (${made.error?.message ?? made.status}): ${made.stderr ?? ''}`);
    }
    await rename(partial, cluster.dir).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * Returns the locale flags of initdb. With these flags, text sorts by code point on every version of
 * PostgreSQL, and lower() handles the letters of all scripts.
 */
function localeFlags(major: number): string[] {
  // Before PostgreSQL 17 there is no built-in locale provider, so the operating system's locale C.UTF-8 decides which
  // characters are letters.
  if (major < 17) return ['--locale-provider=libc', '--lc-ctype=C.UTF-8'];
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
