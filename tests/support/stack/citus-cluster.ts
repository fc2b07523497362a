import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '@/server/migrate';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import type { TestServer } from './test-server';

/**
 * The superuser URLs of the nodes of a Citus cluster, the coordinator first, separated by spaces. With them, the
 * integration tests use this cluster. If unset, they start a server of their own and need no Citus
 * (docs/decisions/citus.md).
 */
export const testNodes = process.env.TEST_CITUS_NODES?.split(' ').filter(Boolean);

/** Creates the login and the roles of the tests on each node, and a migrated database that each test file copies. */
export async function startOnCluster(nodes: string[]): Promise<TestServer> {
  const coordinator = nodes[0] ?? '';
  for (const node of nodes) await runOn(node, [createRoles]);
  const template = await createOnCluster(nodes, { prefix: 'template' });
  for (const node of nodes) await runOn(databaseUrl(node, template.name), ['CREATE EXTENSION citus']);
  const place = new URL(coordinator);
  await runOn(databaseUrl(coordinator, template.name), [
    `SELECT citus_set_coordinator_host('${place.hostname}', ${place.port})`,
    ...nodes.slice(1).map((node) => {
      const { hostname, port } = new URL(node);
      return `SELECT citus_add_node('${hostname}', ${port})`;
    }),
  ]);
  await migrate(template.url);
  for (const node of nodes) await closeTemplate(node, template.name);
  const version = await runOn(coordinator, [`SELECT current_setting('server_version') AS version`]);
  console.log(`PostgreSQL ${version?.version}, a Citus cluster of ${nodes.length} nodes`);
  return {
    url: databaseUrl(coordinator, 'postgres', 'daftar'),
    superuserUrl: coordinator,
    template: template.name,
    nodes,
    stop: template.drop,
  };
}

/**
 * Creates a database on each node. A copy of a database of a cluster is again one: the list of nodes and the shards are
 * rows and tables of the database.
 */
export async function createOnCluster(
  nodes: string[],
  options: { prefix: string; template?: string },
): Promise<ScratchDatabase> {
  const name = `${options.prefix}_${randomBytes(6).toString('hex')}`;
  const template = options.template ? `TEMPLATE ${options.template}` : '';
  for (const node of nodes) await runOn(node, [`CREATE DATABASE ${name} ${template} OWNER daftar`]);
  return {
    name,
    url: databaseUrl(nodes[0] ?? '', name, 'daftar'),
    // On PostgreSQL 15, DROP DATABASE waits forever for the maintenance processes that Citus runs in the other
    // databases. So the databases stay until the cluster is deleted.
    drop: () => Promise.resolve(),
  };
}

const createRoles = `
  DO $$ BEGIN
    IF to_regrole('daftar') IS NULL THEN CREATE ROLE daftar LOGIN CREATEROLE; END IF;
    IF to_regrole('daftar_logins') IS NULL THEN CREATE ROLE daftar_logins NOLOGIN NOINHERIT; END IF;
    IF to_regrole('daftar_app') IS NULL THEN CREATE ROLE daftar_app; END IF;
    IF to_regrole('daftar_system') IS NULL THEN CREATE ROLE daftar_system; END IF;
    ALTER ROLE daftar_app LOGIN;
    ALTER ROLE daftar_system LOGIN;
    GRANT daftar_app, daftar_system TO daftar_logins;
    GRANT daftar_logins TO daftar;
  END $$`;

/** Ends all connections to the template and refuses new ones. Citus itself is connected to each of its databases. */
const closeTemplate = (node: string, name: string) =>
  runOn(node, [
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
  ]);

function databaseUrl(node: string, database: string, login?: string): string {
  const url = new URL(node);
  url.pathname = `/${database}`;
  if (login) url.username = login;
  return url.href;
}

async function runOn(url: string, statements: string[]): Promise<{ version?: string } | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let last: { version?: string } | undefined;
    for (const sql of statements) last = (await client.query<{ version?: string }>(sql)).rows[0];
    return last;
  } finally {
    await client.end();
  }
}
