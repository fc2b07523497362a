import pg from 'pg';
import { inject } from 'vitest';
import type { AppWorld } from './app-world';

/**
 * Disconnects the app from its database: open connections are closed and new ones are refused. Returns a function that
 * ends the outage.
 */
export async function startOutage(world: AppWorld): Promise<() => Promise<void>> {
  const { rows } = await world.sql.query<{ pid: number; name: string }>(
    'SELECT pg_backend_pid() AS pid, current_database() AS name',
  );
  const [{ pid, name } = { pid: 0, name: '' }] = rows;
  const superuser = new pg.Client({ connectionString: inject('testServer').superuserUrl });
  await superuser.connect();
  const allow = (allowed: boolean) =>
    superuser.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS ${allowed}`);
  await allow(false);
  await superuser.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND pid NOT IN ($2, pg_backend_pid())',
    [name, pid],
  );
  return async () => {
    await allow(true);
    await superuser.end();
  };
}
