import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readLoginRights } from '@/lib/doctor/read-login-rights.server';
import { migrate } from '@/server/migrate';
import { migrationsDir, readMigrations } from '@/server/postgres/migrations';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { postgres15Bin, testPostgresBin } from '@/tests/support/stack/test-postgres-bin';

// The time limits are long, because these tests start their own database servers. Roles belong to a whole server, so
// each test that changes roles needs its own server.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe('roles on the PostgreSQL version of the tests', () => testRoles(testPostgresBin));
describe.skipIf(!postgres15Bin)(
  postgres15Bin ? 'roles on PostgreSQL 15' : 'roles on PostgreSQL 15 (skipped: it is not installed here)',
  () => testRoles(postgres15Bin),
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
    for (const { datname } of await query(
      server.superuserUrl,
      `select datname from pg_database where datname like 'brand%'`,
    )) {
      await query(server.superuserUrl, `drop database ${datname} with (force)`);
    }
    const leftovers = ['daftar_logins', 'daftar_app', 'daftar_system', 'other', 'staff', '"Shop 1"'];
    const brands = ['brand1', 'brand2'].flatMap((brand) => [`${brand}_owner`, `${brand}_app`]);
    await query(
      server.superuserUrl,
      `drop role if exists ${[...leftovers, ...brands].join()}; alter role daftar reset all`,
    );
  });

  const asSuperuser = (sql: string) => query(urlOf(server.superuserUrl), sql);
  /** Returns the URL of this test's database with the user and password of another URL. */
  const urlOf = (url: string) => Object.assign(new URL(url), { pathname: database.name }).href;
  /** Creates another database login with the same password as the login `daftar`. Returns its URL. */
  async function createOther(name = 'other'): Promise<string> {
    const { password } = new URL(server.url);
    await asSuperuser(`create role "${name}" login password '${password}';
      grant connect on database ${database.name} to "${name}"`);
    return Object.assign(new URL(database.url), { username: name }).href;
  }
  /**
   * Runs the SQL that docs/operating.md gives for a second brand. A brand is a further database on the same
   * server. Returns the URLs of the brand's owner login and app login.
   */
  async function createBrand(name: string): Promise<{ owner: string; app: string }> {
    for (const statement of await documentedSql(1)) {
      await query(
        server.superuserUrl,
        statement.replaceAll('my_database', name).replaceAll('my_', `${name}_`),
      );
    }
    const urlFor = (username: string) =>
      Object.assign(new URL(server.url), {
        pathname: name,
        username,
        password: `${username}_password`,
      }).href;
    return { owner: urlFor(`${name}_owner`), app: urlFor(`${name}_app`) };
  }
  async function createDocumentedRoles(): Promise<void> {
    for (const statement of await documentedSql(0)) await query(server.superuserUrl, statement);
  }

  /**
   * Returns which of the roles daftar_app and daftar_system a login can use, and what the login can do in each role.
   * The database must be migrated.
   */
  async function accessOf(url: string) {
    await query(
      Object.assign(new URL(server.superuserUrl), { pathname: new URL(url).pathname }).href,
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

  test('npm run migrate lets the app log in and set both roles, also in an existing database; a second run changes nothing', async () => {
    const app = await createOther();
    await migrate(database.url);
    await expect(query(app, 'set role daftar_app')).rejects.toThrow('permission denied to set role');
    await asSuperuser(`revoke connect on database ${database.name} from public, other`);
    await expect(query(app, 'select 1')).rejects.toThrow('permission denied for database');

    await migrate(database.url, migrationsDir, app);
    expect(await accessOf(app)).toEqual({ ...bothByChoice, asLogin: deniedTable });
    const members = 'select m::text from pg_auth_members m order by 1';
    const before = await asSuperuser(members);
    expect(await migrate(database.url, migrationsDir, app)).toEqual([]);
    expect(await asSuperuser(members)).toEqual(before);
    expect(await rightsOf(app)).toEqual({ login: 'other', ownsTables: false, excess: [], isOpen: false });
  });

  test('from PostgreSQL 16 on, the grant to the app excludes inheritance and ADMIN OPTION', async ({
    skip,
  }) => {
    const [version] = await asSuperuser(
      `select current_setting('server_version_num')::int >= 160000 as is_16`,
    );
    skip(!version?.is_16, 'PostgreSQL 15 has no such options');
    const app = await createOther();
    await migrate(database.url, migrationsDir, app);
    expect(
      await asSuperuser(
        `select inherit_option, set_option, admin_option from pg_auth_members where member = 'other'::regrole`,
      ),
    ).toEqual([{ inherit_option: false, set_option: true, admin_option: false }]);
  });

  test("S25: the app's login cannot become the owner, switch off row security or read a table without SET ROLE", async () => {
    const app = await createOther();
    await migrate(database.url, migrationsDir, app);
    const attacks: [string, RegExp][] = [
      ['set role daftar', /permission denied to set role/],
      ['set role postgres', /permission denied to set role/],
      ['set session authorization daftar', /permission denied to set session authorization/],
      ['alter table orders no force row level security', /must be owner of table orders/],
      ['alter table orders disable row level security', /must be owner of table orders/],
      ['drop policy tenant on orders', /must be owner of/],
      ['create policy mine on orders using (true)', /must be owner of table orders/],
      ['grant select on orders to other', /permission denied for table orders|no privileges were granted/],
      ['create table mine (id int)', /permission denied for schema public/],
      ['create schema mine', /permission denied for database/],
      ['create role mine', /permission denied to create role/],
      ['alter role daftar_app bypassrls', /permission denied|must be superuser/],
      ['grant daftar_logins to staff', /permission denied to grant role|must have admin option/],
    ];
    await asSuperuser('create role staff');
    for (const role of ['none', 'daftar_app', 'daftar_system']) {
      for (const [attack, refusal] of attacks) {
        // If a role grants a right that it may not grant, PostgreSQL only sends a warning and no error. So the test
        // checks afterwards whether the right was granted.
        const check = attack.startsWith('grant select')
          ? `; do $$ begin if not has_table_privilege('other', 'orders', 'select') then
              raise 'no privileges were granted'; end if; end $$`
          : '';
        const tried = query(app, `begin; set local role ${role}; ${attack}${check}`);
        await expect(tried, `${attack} as ${role}`).rejects.toThrow(refusal);
      }
    }
    const tables = await asSuperuser(`select tablename from pg_tables where schemaname = 'public'`);
    expect(tables.length).toBeGreaterThan(30);
    for (const { tablename } of tables) {
      for (const statement of [
        `select from ${tablename}`,
        `delete from ${tablename}`,
        `truncate ${tablename}`,
      ]) {
        await expect(query(app, statement), statement).rejects.toThrow('permission denied for table');
      }
    }
    // Checks why PostgreSQL refused the statements above. The owner of the tables can run two of these statements, so
    // their SQL is correct, and a right was missing.
    await query(
      database.url,
      'begin; alter table orders no force row level security; drop policy tenant on orders',
    );
  });

  test('the documented SQL is enough for an owner that cannot create roles', async () => {
    await createDocumentedRoles();
    const { owner, app } = await createBrand('brand1');
    const all = (await readMigrations()).map(({ name }) => name);
    expect(await migrate(owner, migrationsDir, app)).toEqual(all);
    expect(await migrate(owner, migrationsDir, app)).toEqual([]);
    expect(await accessOf(app)).toEqual({ ...bothByChoice, asLogin: deniedTable });
    expect(await rightsOf(app)).toEqual({
      login: 'brand1_app',
      ownsTables: false,
      excess: [],
      isOpen: false,
    });
    const [rights] = await query(owner, 'select rolcreaterole from pg_roles where rolname = current_user');
    expect(rights).toEqual({ rolcreaterole: false });
  });

  test('two brands of one server with the documented SQL cannot connect to the database of the other', async () => {
    await createDocumentedRoles();
    const [one, two] = [await createBrand('brand1'), await createBrand('brand2')];
    for (const { owner, app } of [one, two]) await migrate(owner, migrationsDir, app);
    await accessOf(two.app);
    const inTwo = (url: string) => Object.assign(new URL(url), { pathname: 'brand2' }).href;
    const read = 'set role daftar_system; select count(*)::int as rows from launch_uses';
    for (const url of [one.app, one.owner]) {
      await expect(query(inTwo(url), read)).rejects.toThrow('permission denied for database "brand2"');
      for (const role of ['brand2_app', 'brand2_owner']) {
        await expect(query(url, `set role ${role}`)).rejects.toThrow('permission denied to set role');
      }
    }
    // All databases of a server have the same roles. So only the right CONNECT can keep the roles of one database from
    // connecting to another. The doctor (`npm run doctor`) therefore warns if PUBLIC has the right CONNECT.
    await query(two.owner, 'grant connect on database brand2 to public');
    expect(await query(inTwo(one.app), read)).toEqual([{ rows: 1 }]);
    expect(await rightsOf(two.app)).toMatchObject({ isOpen: true });
  });

  test("if the owner may not grant what the app's login needs, npm run migrate prints the SQL for an administrator", async () => {
    await createDocumentedRoles();
    const { owner } = await createBrand('brand1');
    const { password } = new URL(server.url);
    await query(server.superuserUrl, `create role "Shop 1" login password '${password}'`);
    const app = Object.assign(new URL(owner), { username: 'Shop 1', password }).href;
    const refused = await migrate(owner, migrationsDir, app).catch((error: Error) => error.message);
    expect(refused).toBe(
      'The login Shop 1 of DATABASE_URL lacks rights that the owner may not grant. Run as an administrator:\n' +
        '  GRANT daftar_logins TO "Shop 1";',
    );
    await query(server.superuserUrl, String(refused).split('\n')[1] ?? '');
    expect(await migrate(owner, migrationsDir, app)).toEqual([]);
    expect(await accessOf(app)).toEqual({ ...bothByChoice, asLogin: deniedTable });
  });

  test('an app login that inherits one of the roles, or does not exist, is refused; the error says what to do', async () => {
    const app = await createOther();
    await migrate(database.url);
    await asSuperuser('grant daftar_system to other');
    const refused = migrate(database.url, migrationsDir, app);
    await expect(refused).rejects.toThrow(
      'The login other of DATABASE_URL inherits the privileges of daftar_system',
    );
    await asSuperuser('revoke daftar_system from other');
    await migrate(database.url, migrationsDir, app);
    const nobody = Object.assign(new URL(app), { username: 'nobody' }).href;
    await expect(migrate(database.url, migrationsDir, nobody)).rejects.toThrow(
      'nobody of DATABASE_URL does not exist',
    );
  });

  test("the doctor lists each right of the app's login that the app does not need", async () => {
    const app = await createOther();
    await migrate(database.url, migrationsDir, app);
    expect(await rightsOf(app)).toEqual({ login: 'other', ownsTables: false, excess: [], isOpen: true });
    await asSuperuser(`create role staff createdb; grant select on orders to staff; grant staff to other;
      grant select (id) on quotes to other; grant pg_monitor to other; alter role other bypassrls createrole replication;
      grant daftar_logins to other with admin option; grant create on schema public to other;
      grant create on database ${database.name} to other; grant daftar_system to other`);
    expect((await rightsOf(app)).excess).toEqual(
      expect.arrayContaining([
        'BYPASSRLS',
        'CREATEROLE',
        'CREATEDB',
        'REPLICATION',
        'inherits daftar_system',
        'ADMIN OPTION of daftar_logins',
        'member of pg_monitor',
        'CREATE on the database',
        'CREATE on the schema public',
        'privileges on orders',
        'privileges on quotes',
      ]),
    );
    await asSuperuser('alter role other superuser');
    expect(await rightsOf(app)).toMatchObject({ ownsTables: true, excess: ['SUPERUSER'] });
    expect(await rightsOf(database.url)).toMatchObject({ login: 'daftar', ownsTables: true });
  });

  test('the server setting createrole_self_grant makes no difference', async ({ skip }) => {
    const [setting] = await asSuperuser(`select current_setting('createrole_self_grant', true) as is_there`);
    skip(setting?.is_there === null, 'PostgreSQL 15 has no such setting');
    await asSuperuser(`alter role daftar set createrole_self_grant = 'set, inherit'`);
    await migrate(database.url);
    expect(await accessOf(database.url)).toEqual({ ...bothByChoice, asLogin: [{ rows: 0 }] });
  });
}

const deniedTable = 'permission denied for table launch_uses';

/**
 * Returns what the doctor (`npm run doctor`) would report about the database login in a URL. The query runs in the role
 * that the doctor uses.
 */
function rightsOf(url: string) {
  return readLoginRights((sql) => query(url, `set role daftar_system; ${sql}`));
}

/** Returns the statements of an SQL block in the section "Database logins" of docs/operating.md. */
async function documentedSql(block: number): Promise<string[]> {
  const text = await readFile(path.resolve(migrationsDir, '../../docs/operating.md'), 'utf8');
  const section = text.split('\n## Database logins\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = section.split('\n\n').filter((paragraph) => paragraph.startsWith('    '));
  expect(blocks).toHaveLength(2);
  return (blocks[block] ?? '').split('\n').map((line) => line.trim());
}

/** Runs SQL on a new connection to the given URL. Returns the rows of the last statement. */
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
