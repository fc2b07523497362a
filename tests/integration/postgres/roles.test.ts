import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '@/server/migrate';
import { readMigrations } from '@/server/postgres/migrations';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { testPostgresBin } from '@/tests/support/stack/test-postgres-bin';

// Roles belong to a whole server, so these tests start their own servers.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** Directory in which Debian, Red Hat or Homebrew installs PostgreSQL 15, the oldest version that Daftar supports. */
const postgres15 = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
].find((dir) => existsSync(path.join(dir, 'initdb')));

describe('roles on the PostgreSQL version of the tests', () => testRoles(testPostgresBin));
describe.skipIf(!postgres15)(
  postgres15 ? 'roles on PostgreSQL 15' : 'roles on PostgreSQL 15 (skipped: it is not installed here)',
  () => testRoles(postgres15),
);

function testRoles(binDir: string | undefined) {
  let dataDir: string;
  let server: EmbeddedPostgres;
  let database: ScratchDatabase;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'daftar-roles-'));
    server = await startPostgres({ dataDir, fast: true, binDir });
  });
  afterAll(async () => {
    await server.stop();
    for (const dir of [server.home, dataDir]) await rm(dir, { recursive: true, force: true });
  });
  beforeEach(async () => void (database = await createScratchDatabase(server, { prefix: 'roles' })));
  afterEach(async () => {
    await database.drop();
    const leftovers = ['daftar_logins', 'daftar_app', 'daftar_system', 'other', 'staff'];
    await query(server.superuserUrl, `drop role if exists ${leftovers.join()}; alter role daftar reset all`);
  });

  const asSuperuser = (sql: string) => query(urlOf(server.superuserUrl), sql);
  /** Returns the URL of this test's database with the login of another URL. */
  const urlOf = (url: string) => Object.assign(new URL(url), { pathname: database.name }).href;
  /** Creates a login `other` with the password of `daftar`. Returns its URL. */
  async function createOther(): Promise<string> {
    const { password } = new URL(server.url);
    await asSuperuser(`create role other login password '${password}';
      grant connect on database ${database.name} to other`);
    return Object.assign(new URL(database.url), { username: 'other' }).href;
  }

  /** Returns what a login can do with the two roles. Migrations must have been applied. */
  async function accessOf(url: string) {
    await asSuperuser(
      `insert into launch_uses (jti_hash, expires_at) values ('${url}', now()) on conflict do nothing`,
    );
    const [inherited] = await query(
      url,
      `select pg_has_role('daftar_app', 'usage') as app, pg_has_role('daftar_system', 'usage') as system`,
    );
    const count = 'select count(*)::int as rows from launch_uses';
    const asLogin = await query(url, count).catch((error: Error) => error.message);
    const asSystem = await query(url, `set role daftar_system; ${count}`);
    const asApp = await query(url, 'set role daftar_app; select current_user::text as name');
    return { inherited, asLogin, asSystem, asApp };
  }
  const bothByChoice = {
    inherited: { app: false, system: false },
    asSystem: [{ rows: 1 }],
    asApp: [{ name: 'daftar_app' }],
  };

  test('databases of one server migrate at the same time; their login can set both roles and inherits neither', async () => {
    const all = (await readMigrations()).map(({ name }) => name);
    const others = await Promise.all([1, 2].map(() => createScratchDatabase(server, { prefix: 'roles' })));
    try {
      const urls = [database, ...others].map(({ url }) => url);
      expect(await Promise.all(urls.map((url) => migrate(url)))).toEqual([all, all, all]);
    } finally {
      for (const other of others) await other.drop();
    }
    expect(await accessOf(database.url)).toEqual({ ...bothByChoice, asLogin: [{ rows: 0 }] });
  });

  test('the login keeps the privileges of its other roles', async () => {
    await asSuperuser(`create role staff; create table seen (id int); grant select on seen to staff;
      grant staff to daftar`);
    await migrate(database.url);
    expect(await query(database.url, 'select * from seen')).toEqual([]);
  });

  test('a superuser can migrate; a login that is added to daftar_logins can set both roles', async () => {
    await migrate(urlOf(server.superuserUrl));
    const url = await createOther();
    await expect(query(url, 'set role daftar_app')).rejects.toThrow('permission denied to set role');
    await asSuperuser('grant daftar_logins to other');
    const asLogin = 'permission denied for table launch_uses';
    expect(await accessOf(url)).toEqual({ ...bothByChoice, asLogin });
  });

  test('a login that cannot create roles can migrate if the roles exist', async () => {
    const url = await createOther();
    await asSuperuser(`alter database ${database.name} owner to other; grant create on schema public to other;
      create role daftar_logins noinherit; create role daftar_app; create role daftar_system;
      grant daftar_app, daftar_system to daftar_logins; grant daftar_logins to other`);
    await migrate(url);
    expect(await accessOf(url)).toEqual({ ...bothByChoice, asLogin: [{ rows: 0 }] });
  });

  test('a login that inherits one of the roles is refused with the REVOKE to run', async () => {
    await asSuperuser(`create role daftar_logins noinherit; create role daftar_app; create role daftar_system;
      grant daftar_app, daftar_system to daftar_logins; grant daftar_system, daftar_logins to daftar`);
    const refused = migrate(database.url);
    await expect(refused).rejects.toThrow('The login daftar inherits the privileges of daftar_system');
    await expect(refused).rejects.toThrow('REVOKE daftar_system FROM daftar');
  });

  test('the server setting createrole_self_grant makes no difference', async ({ skip }) => {
    const [setting] = await asSuperuser(`select current_setting('createrole_self_grant', true) as is_there`);
    skip(setting?.is_there === null, 'PostgreSQL 15 has no such setting');
    await asSuperuser(`alter role daftar set createrole_self_grant = 'set, inherit'`);
    await migrate(database.url);
    expect(await accessOf(database.url)).toEqual({ ...bothByChoice, asLogin: [{ rows: 0 }] });
  });
}

/** Returns the rows of the last statement. */
async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query<Record<string, unknown>>(sql);
    return [results].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
