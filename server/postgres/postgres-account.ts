import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** The operating system user that the database server runs as; undefined means the current user. */
export type PostgresAccount = { uid: number; gid: number } | undefined;

/**
 * Returns the operating system user that runs PostgreSQL. PostgreSQL refuses to run as root. If the current
 * user is root, the owner of the existing data directory is returned. If there is no data yet, the system
 * user `postgres` is returned, and created if it does not exist.
 *
 * @param clusterDir the folder where the data is or will be
 */
export async function postgresAccount(clusterDir: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(clusterDir).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const account = systemAccount() ?? createSystemAccount();
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and no user "postgres" could be made on this machine. ' +
      'Create one (useradd --system postgres), or run as a plain user, or set DATABASE_URL.',
  );
}

/** Returns true if a user may enter a folder and all its parent folders. */
export function canEnter(dir: string, account: PostgresAccount): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/' }).status === 0;
}

function systemAccount(): PostgresAccount {
  const id = (flag: '-u' | '-g') => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  const [user, group] = [id('-u'), id('-g')];
  if (user.status !== 0 || group.status !== 0) return undefined;
  return { uid: Number(user.stdout), gid: Number(group.stdout) };
}

function createSystemAccount(): PostgresAccount {
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres']);
  return systemAccount();
}
