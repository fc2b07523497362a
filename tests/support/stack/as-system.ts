import pg from 'pg';

type Database = { databaseUrl: string };

/** Runs one statement on a stack's database as daftar_system, who sees every install; answers its rows. */
export function asSystem<Row extends object>(
  database: Database,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return run(database, `SET ROLE daftar_system`, text, values);
}

/** The same as daftar_app in one install, for what the system has no hand in. The install is $1. */
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
