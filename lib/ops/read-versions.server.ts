import 'server-only';
import { dbPool } from '@/lib/system/db';

/**
 * A kind of process that is connected to the database: its name with version and host, and the number of its
 * connections.
 */
export type RunningVersion = { name: string; connections: number };

/**
 * Lists the processes of the app that are connected to the database, by service, version and host. They are read from
 * the column application_name of pg_stat_activity. PostgreSQL hides the sessions of one login from most other logins,
 * so the statement runs as the app's own login, which opened these sessions. If a pooler is used, some processes may be
 * missing.
 */
export async function readVersions(): Promise<RunningVersion[]> {
  const { rows } = await dbPool().query<RunningVersion>(
    `SELECT application_name AS name, count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND usename = session_user AND application_name LIKE 'daftar-%'
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}
