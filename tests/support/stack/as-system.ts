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
  return run(database, `SET ROLE daftar_system`, text, values);
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
  const role = `SET ROLE daftar_app; SET daftar.install_id = ${pg.escapeLiteral(installId)}`;
  return run(database, role, text, [installId, ...values]);
}

async function run<Row extends object>(
  { databaseUrl }: Database,
  role: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    await sql.query(role);
    return (await sql.query<Row>(text, values)).rows;
  } finally {
    await sql.end();
  }
}
