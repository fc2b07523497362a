import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findClientProgram } from '@/server/postgres/find-client-program';
import { type PsqlRole, psqlSession } from '@/server/postgres/psql-session';
import { describeStack, findRunningStack } from '@/server/stack/running-stack';

/* `npm run db` starts psql on the running database. By default, the session has the role daftar_system, which can read
   the rows of all installs. With `--as INSTALL_ID`, it has the role daftar_app, which can read only the rows that row
   security allows for this install. */

const usage = `npm run db                        psql as daftar_system
npm run db -- --as INSTALL_ID     psql with what row security lets this install see
npm run db -- --url               prints the URL of the database
npm run db -- -- -c 'select 1'    passes what follows the second -- to psql`;
const listedMax = 20;

/**
 * An expected error, such as a wrong argument or a database that cannot be reached. Its message contains what is wrong,
 * so it is printed without a stack trace.
 */
class CallError extends Error {}

await main().catch((error: unknown) => {
  if (!(error instanceof CallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { as, urlOnly, psqlArgs } = readArguments(process.argv.slice(2));
  const database = await findDatabase();
  if (urlOnly) {
    console.log(database.url);
    return;
  }
  const { role, title } = await chooseRole(database.url, as);
  const psql = await findClientProgram('psql', process.env.PATH ?? '');
  // The database and the role are printed on stderr, because the output of psql on stdout may be piped.
  console.error(`${database.title}, as ${title}`);
  if (psql) {
    process.exitCode = await runPsql(psql, psqlSession(database.url, role, process.env.PGOPTIONS), psqlArgs);
    return;
  }
  if (psqlArgs.length > 0) throw new CallError('No psql on this machine: install the PostgreSQL client.');
  console.error('No psql on this machine. With another client, connect here and begin with:');
  console.error(`  ${statementsFor(role)}`);
  console.log(database.url);
}

function readArguments(words: string[]): { as: string | undefined; urlOnly: boolean; psqlArgs: string[] } {
  const end = words.indexOf('--');
  const [own, psqlArgs] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
  try {
    const { values } = parseArgs({
      args: own,
      options: { as: { type: 'string' }, url: { type: 'boolean' } },
    });
    if (values.as === '') throw new Error('--as needs the id of an install');
    return { as: values.as, urlOnly: values.url ?? false, psqlArgs };
  } catch (error) {
    throw new CallError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/**
 * Chooses the database. Without DATABASE_URL, it is the database of the running stack. With DATABASE_URL, it is the
 * database of DATABASE_DIRECT_URL or, if this variable is not set, of DATABASE_URL. DATABASE_DIRECT_URL is needed if
 * DATABASE_URL is a pooler in transaction mode, because such a pooler refuses a role at the start of a session.
 *
 * The variables are read here and not by lib/system/env.ts, because psql needs no other variable of the app.
 */
async function findDatabase(): Promise<{ url: string; title: string }> {
  const { DATABASE_DIRECT_URL, DATABASE_URL } = process.env;
  if (DATABASE_URL)
    return { url: DATABASE_DIRECT_URL || DATABASE_URL, title: 'The database of DATABASE_URL' };
  const stack = await findRunningStack();
  const url = stack?.env.DATABASE_URL;
  if (stack && url) return { url, title: `The database of ${describeStack(stack)}` };
  throw new CallError(
    'No database: no stack runs on this machine. Start one with npm run dev or npm run demo, or set DATABASE_URL.',
  );
}

type Install = { install_id: string; store_name: string; status: string };

async function chooseRole(url: string, as: string | undefined): Promise<{ role: PsqlRole; title: string }> {
  const installs = await readInstalls(url);
  if (as === undefined) return { role: { name: 'daftar_system' }, title: 'daftar_system' };
  const install = installs.find(({ install_id }) => install_id === as);
  if (!install) throw new CallError(`No install has the id ${as}. ${listInstalls(installs)}`);
  return {
    role: { name: 'daftar_app', installId: as },
    title: `install ${as} (${install.store_name}), which sees its own rows only`,
  };
}

/**
 * Returns the installs in the database. The query also checks, before psql starts, that the database is reachable and
 * has the role daftar_system.
 */
async function readInstalls(url: string): Promise<Install[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'daftar-db',
  });
  try {
    await client.connect();
    await client.query('SET ROLE daftar_system');
    const { rows } = await client.query<Install>(
      'SELECT install_id, store_name, status FROM installs ORDER BY installed_at DESC, install_id',
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      throw new CallError(`The database refused: ${error.message}\nIf it is new, run npm run migrate.`);
    }
    const { hostname, port } = new URL(url);
    const reason = error instanceof Error && 'code' in error ? error.code : 'no answer';
    throw new CallError(`The database at ${hostname}:${port || 5432} cannot be reached (${reason}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function listInstalls(installs: Install[]): string {
  if (installs.length === 0) return 'The database has no install yet.';
  const lines = installs
    .slice(0, listedMax)
    .map(({ install_id, store_name, status }) => `  ${install_id}  ${store_name} (${status})`);
  const more = installs.length - lines.length;
  return ['There are:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function statementsFor(role: PsqlRole): string {
  if (role.name === 'daftar_system') return 'SET ROLE daftar_system;';
  return `SET ROLE daftar_app; SET daftar.install_id = ${pg.escapeLiteral(role.installId)};`;
}

function runPsql(psql: string, session: ReturnType<typeof psqlSession>, args: string[]): Promise<number> {
  // SIGINT is ignored here, because Ctrl-C must end only the statement inside psql, not psql or this process.
  process.on('SIGINT', () => undefined);
  const child = spawn(psql, [...args, session.url], {
    env: { ...process.env, ...session.env },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
