import pg from 'pg';

type Database = { databaseUrl: string };

/**
 * Runs one SQL statement on the database of a stack as daftar_system, the role that can read every install. Returns
 * the rows.
 */
export function asSystem<Row extends object>(
  database: Database,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return run(database, 'daftar_system', text, values);
}

/**
 * Runs one SQL statement as daftar_app for one install. Use it for tables that daftar_system has no rights on. $1 is
 * the install id.
 */
export function asTenant(
  database: Database,
  installId: string,
  text: string,
  values: unknown[] = [],
): Promise<object[]> {
  const settings = `SET daftar.install_id = ${pg.escapeLiteral(installId)}`;
  return run(database, 'daftar_app', text, [installId, ...values], settings);
}

/**
 * The open connections, by database and role. A spec polls the database many times a second, and a new connection for
 * each statement would use more CPU than the statement. Idle connections are closed after a second.
 */
const pools = new Map<string, pg.Pool>();

function poolOf(databaseUrl: string, role: string): pg.Pool {
  const key = `${role} ${databaseUrl}`;
  const known = pools.get(key);
  if (known) return known;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    idleTimeoutMillis: 1_000,
    allowExitOnIdle: true,
  });
  // The pool removes an idle connection that the server closes, for example at the end of a stack. Without a listener,
  // Node would throw the error of that connection.
  pool.on('error', () => undefined);
  pools.set(key, pool);
  return pool;
}

async function run<Row extends object>(
  { databaseUrl }: Database,
  role: 'daftar_system' | 'daftar_app',
  text: string,
  values: unknown[],
  settings = '',
): Promise<Row[]> {
  const client = await poolOf(databaseUrl, role).connect();
  try {
    await client.query(`SET ROLE ${role}; ${settings}`);
    const { rows } = await client.query<Row>(text, values);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
