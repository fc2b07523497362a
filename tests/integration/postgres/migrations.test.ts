import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '@/server/migrate';
import { applyMigration, noTransactionMarker } from '@/server/postgres/apply-migration';
import { checksum, migrationsDir, readMigrations } from '@/server/postgres/migrations';
import { schemaDrift } from '@/server/postgres/schema-drift';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';

let database: ScratchDatabase;
let dir: string;

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function addMigration(name: string, sql: string): Promise<void> {
  await cp(path.join(migrationsDir, firstName), path.join(dir, name), { recursive: true });
  await writeFile(path.join(dir, name, 'migration.sql'), sql);
}

const all = await readMigrations();
const firstName = all[0]?.name ?? '';

describe('schema and migrations', () => {
  beforeEach(async () => void (database = await createTestDatabase()));
  afterEach(() => database.drop());

  test('schema.prisma and the migrations agree', async () => {
    expect(await schemaDrift(database.url)).toBeUndefined();
  });

  test('a column that no migration adds is drift', async () => {
    const schema = await readFile(path.join(migrationsDir, '..', 'schema.prisma'), 'utf8');
    const changed = schema.replace(/^model \w+ \{$/m, (line) => `${line}\n  planted_column String?`);
    expect(await schemaDrift(database.url, changed)).toContain('planted_column');
  });

  test('a column that schema.prisma does not have is drift', async () => {
    await query('alter table installs add column planted_column text');
    expect(await schemaDrift(database.url)).toContain('planted_column');
  });

  test('each foreign key is validated, deletes with its parent row and never changes a key', async () => {
    const keys = await query(
      `select conname as name, convalidated as valid, confdeltype as deletes, confupdtype as updates
       from pg_constraint where contype = 'f' order by 1`,
    );
    expect(keys).toEqual(
      ['budget_requests_install_id_fkey', 'bulk_items_install_id_run_id_fkey'].map((name) => ({
        name,
        valid: true,
        deletes: 'c',
        updates: 'a',
      })),
    );
  });

  test('_prisma_migrations has the same content as Prisma would write', async () => {
    const rows = await query('select * from _prisma_migrations order by migration_name');
    expect(rows).toEqual(
      all.map(({ name, sql }) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: checksum(sql),
        finished_at: expect.any(Date),
        migration_name: name,
        logs: null,
        rolled_back_at: null,
        started_at: expect.any(Date),
        applied_steps_count: 1,
      })),
    );
  });
});

describe('the migration runner', () => {
  beforeEach(async () => {
    database = await createScratchDatabase(inject('testServer'), { prefix: 'empty' });
    dir = await mkdtemp(path.join(os.tmpdir(), 'daftar-migrations-'));
    await cp(migrationsDir, dir, { recursive: true });
  });
  afterEach(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });

  test('applies every migration once, then nothing', async () => {
    expect(await migrate(database.url, dir)).toEqual(all.map(({ name }) => name));
    expect(await migrate(database.url, dir)).toEqual([]);
  });

  test('applies each migration once when several runs start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, dir)));
    expect(runs.flat().sort()).toEqual(all.map(({ name }) => name));
  });

  test('refuses a migration that was edited after it was applied, and applies nothing', async () => {
    await migrate(database.url, dir);
    await writeFile(path.join(dir, firstName, 'migration.sql'), 'select 1');
    await addMigration('29990101000000_later', 'create table later (id int)');
    await expect(migrate(database.url, dir)).rejects.toThrow(`${firstName} was changed after it was applied`);
    expect(await query(`select to_regclass('later') as later`)).toEqual([{ later: null }]);
  });

  test('accepts line ends that a checkout changed', async () => {
    await migrate(database.url, dir);
    const file = path.join(dir, firstName, 'migration.sql');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await migrate(database.url, dir)).toEqual([]);
  });

  test('rolls back a migration that fails, and does not apply the migrations after it', async () => {
    await addMigration('29990101000000_half', 'create table half (id int); select no_such_function();');
    await addMigration('29990101000001_after', 'create table after_half (id int)');
    await expect(migrate(database.url, dir)).rejects.toThrow(/29990101000000_half failed.*no_such_function/);
    const leftovers = `select to_regclass('half') as half, to_regclass('after_half') as after_half`;
    expect(await query(leftovers)).toEqual([{ half: null, after_half: null }]);
    await addMigration('29990101000000_half', 'create table half (id int)');
    expect(await migrate(database.url, dir)).toEqual(['29990101000000_half', '29990101000001_after']);
  });

  test.each([
    [
      'a syntax error',
      'select 1;\n\n  create tabel half (id int);',
      ':3:10: syntax error at or near "tabel"',
    ],
    [
      'a name that is not there',
      "select 'نص 🙂'; select nothing_here",
      ':1:23: column "nothing_here" does not',
    ],
    ['the body of a block', 'do $$ begin\n  perfrom 1;\nend $$', ':2:3: syntax error at or near "perfrom"'],
    ['what PostgreSQL gives no place for', 'select 1;\nselect 1/0', ': division by zero'],
  ])(
    'a migration that fails for %s is reported with its file, and with its line if PostgreSQL names it',
    async (_, sql, message) => {
      await addMigration('29990101000000_wrong', sql);
      const file = path.join('29990101000000_wrong', 'migration.sql');
      await expect(migrate(database.url, dir)).rejects.toThrow(`${file}${message}`);
    },
  );

  test('shows a failed migration of this checkout by its path in the repository', async () => {
    await query('create table installs (id int)');
    const file = `prisma/migrations/${firstName}/migration.sql`;
    await expect(migrate(database.url)).rejects.toThrow(
      `undone: ${file}: relation "installs" already exists`,
    );
  });

  test('refuses a database that has only migrations of another checkout, and says how to start with an empty one', async () => {
    await migrate(database.url, dir);
    await query(`update _prisma_migrations set migration_name = '20250101000000_old'`);
    await expect(migrate(database.url, dir)).rejects.toThrow(/20250101000000_old.*npm run dev -- --reset/);
  });

  test('stops the start if Prisma left a migration half applied', async () => {
    await migrate(database.url, dir);
    await query('update _prisma_migrations set finished_at = null');
    await expect(migrate(database.url, dir)).rejects.toThrow('began and did not end');
  });

  describe('while the app runs', () => {
    beforeEach(async () => {
      await migrate(database.url, dir);
      await query('create table sales (id int); insert into sales values (1), (1)');
    });

    /**
     * Starts a transaction that reads the table sales, and so keeps a read lock on it until `release` is
     * called.
     */
    async function readSales(): Promise<{ release(): Promise<void> }> {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('begin; select * from sales');
      return { release: () => client.end() };
    }

    test('a migration that waits for a long read lets other reads pass, and runs when the read has ended', async () => {
      await addMigration('29990101000000_column', 'alter table sales add column note text');
      const reader = await readSales();
      let isDone = false;
      const migrated = migrate(database.url, dir).finally(() => (isDone = true));
      await expect.poll(() => query(waiting)).toEqual([{ waits: true }]);
      // The migration waits for its lock, and the second read waits for the migration. After its lock time-out, the
      // migration gives up. Then the second read continues, although the long read has not ended.
      expect(await query('select count(*)::int as sales from sales')).toEqual([{ sales: 2 }]);
      expect(isDone).toBe(false);
      await reader.release();
      expect(await migrated).toEqual(['29990101000000_column']);
    });

    test('a migration that never gets its lock fails, changes nothing, and the error says what to do', async () => {
      const reader = await readSales();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const sql = 'create table half (id int); alter table sales add column note text';
      const migration = { name: '29990101000000_busy', file: path.join(dir, 'busy'), sql };
      await expect(applyMigration(client, migration, 300)).rejects.toThrow(/lock timeout.*\n.*a backup/);
      await client.end();
      await reader.release();
      expect(await query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
    });

    test('an index is built to the end, also if the login has short time limits', async () => {
      const writer = new pg.Client({ connectionString: database.url });
      await writer.connect();
      await writer.query('begin; insert into sales values (2)');
      const limits = '-c statement_timeout=100ms -c lock_timeout=100ms';
      const client = new pg.Client({ connectionString: database.url, options: limits });
      await client.connect();
      try {
        const sql = `${noTransactionMarker}\ncreate index concurrently sales_by_id on sales (id)`;
        const migration = { name: '29990101000000_index', file: path.join(dir, 'index'), sql };
        const applied = applyMigration(client, migration, 300);
        // The build of the index waits for the transaction of `writer`. This takes 300 ms; the limits are 100 ms.
        await query('select pg_sleep(0.3)');
        await writer.end();
        await applied;
        expect(await query(indexOf)).toEqual([{ indisvalid: true }]);
        const { rows } = await client.query(`select current_setting('statement_timeout') as limit`);
        expect(rows).toEqual([{ limit: '100ms' }]);
      } finally {
        await writer.end();
        await client.end();
      }
    });

    test('an index that an interrupted run left invalid is built again', async () => {
      const sql = `${noTransactionMarker}\ncreate unique index concurrently sales_by_id on sales (id)`;
      await addMigration('29990101000000_index', sql);
      await expect(migrate(database.url, dir)).rejects.toThrow('could not create unique index');
      expect(await query(indexOf)).toEqual([{ indisvalid: false }]);
      await query('delete from sales where ctid = (select min(ctid) from sales)');
      expect(await migrate(database.url, dir)).toEqual(['29990101000000_index']);
      expect(await query(indexOf)).toEqual([{ indisvalid: true }]);
    });

    test('a contract migration fails while a backfill is unfinished, although row security hides the rows from its login', async () => {
      await addMigration(
        '29990101000000_expand',
        `alter table sales add column code text;
         alter table sales add constraint sales_code_not_null check (code is not null) not valid;
         alter table sales enable row level security; alter table sales force row level security;
         create policy everything on sales to daftar_system using (true);
         grant select, update on sales to daftar_system`,
      );
      await migrate(database.url, dir);
      const contract = '29990102000000_contract';
      await addMigration(
        contract,
        `${noTransactionMarker}\nalter table sales validate constraint sales_code_not_null`,
      );
      expect(await query('select * from sales')).toEqual([]);
      await expect(migrate(database.url, dir)).rejects.toThrow('sales_code_not_null');
      const fill = (rows: number) =>
        query(`begin; set local role daftar_system; update sales set code = 'x' where ctid in (
          select ctid from sales where code is null limit ${rows} for update skip locked); commit`);
      await fill(1);
      await expect(migrate(database.url, dir)).rejects.toThrow('sales_code_not_null');
      await fill(1);
      expect(await migrate(database.url, dir)).toEqual([contract]);
    });

    test('a run that was killed between the build of an index and its record is continued', async () => {
      const sql = `${noTransactionMarker}\ncreate index concurrently sales_by_id on sales (id)`;
      await addMigration('29990101000000_index', sql);
      await migrate(database.url, dir);
      await query(`delete from _prisma_migrations where migration_name = '29990101000000_index'`);
      expect(await migrate(database.url, dir)).toEqual(['29990101000000_index']);
    });
  });
});

const waiting = `select exists (select from pg_locks where relation = 'sales'::regclass and not granted) as waits`;
const indexOf = `select indisvalid from pg_index where indexrelid = 'sales_by_id'::regclass`;
