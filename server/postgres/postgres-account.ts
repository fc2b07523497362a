import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** The user the database server runs as; undefined means "as ourselves". */
export type PostgresAccount = { uid: number; gid: number } | undefined;

/**
 * The user to run PostgreSQL as. PostgreSQL refuses to run as root, so root hands over to the owner of the
 * data that is already there, else to the system user `postgres`, which is made when the machine has none.
 *
 * @param clusterDir where the data is, or will be
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

/** Whether that user may enter a folder: all folders above it have to let it through as well. */
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
