import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb } from '@/lib/system/db';
import { requireCurrentDatabase, shipLedger } from '@/lib/system/ledger/ship-ledger';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { runToEnd } from '@/tests/support/stack/run-to-end';

let ledger: ScratchDatabase;
let world: AppWorld;
let installId: InstallId;
let shipments: string;

beforeAll(async () => {
  ledger = await createScratchDatabase(inject('testServer'), { prefix: 'ledger' });
  world = await startAppWorld({ ledgerUrl: ledger.url });
  installId = await world.install();
  while (await shipLedger());
  const [state] = await world.system<{ shipments: string }>('SELECT shipments FROM ledger_state');
  shipments = state?.shipments ?? '';
});
afterAll(async () => {
  await world.stop();
  await ledger.drop();
});

const resume = (...flags: string[]) => runToEnd('server/resume-backup.ts', world.appEnv, flags);
const storedToken = async () =>
  (
    await world.system<{ token: string }>(
      'SELECT refresh_token_enc AS token FROM install_tokens WHERE install_id = $1',
      [installId],
    )
  )[0]?.token;
const inLedger = async (sql: string) => {
  const client = new pg.Client({ connectionString: ledger.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** Runs the program. Expects that the program refuses to resume and does not change the restored database. */
async function refused(message: string, ...flags: string[]): Promise<void> {
  expect(await resume(...flags)).toEqual({ code: 1, output: expect.stringContaining(message) });
  expect(await storedToken()).toBe('of the backup');
  expect(await world.system('SELECT value FROM settings')).toEqual([{ value: true }]);
}

// Before each test, the database looks as if it had just been restored from a backup. No process is connected.
beforeEach(async () => {
  await world.system('UPDATE ledger_state SET shipments = 0');
  await world.system(`UPDATE install_tokens SET refresh_token_enc = 'of the backup'`);
  await world.sql.query(
    `BEGIN; SET LOCAL ROLE daftar_app; SET LOCAL daftar.install_id = '${installId}';
     INSERT INTO settings (install_id, name, value, updated_at) VALUES ('${installId}', 'keepsCustomers', 'true', now())
       ON CONFLICT (install_id, name) DO UPDATE SET value = 'true'; COMMIT`,
  );
  await closeDb();
  const connected = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'daftar-app/%'`;
  await eventually('no process is connected', async () => (await world.system(connected)).length === 0);
});

/** Runs the program. Expects that the program succeeds and replaces the tokens of the backup. */
async function resumes(...flags: string[]): Promise<void> {
  expect(await resume(...flags)).toEqual({
    code: 0,
    output: expect.stringContaining('1 stores have their newest'),
  });
  expect(await storedToken()).not.toBe('of the backup');
  expect(await world.system('SELECT value FROM settings')).toEqual([{ value: false }]);
  expect(await world.system('SELECT shipments FROM ledger_state')).toEqual([{ shipments }]);
  await requireCurrentDatabase();
}

it('resumes a restored database, and stops keeping the customers of other orders', async () => {
  await resumes();
});

describe('while an app or a worker is connected', () => {
  let other: pg.Client;
  const connect = async (name: string) => {
    other = new pg.Client({ connectionString: world.appEnv.DATABASE_URL, application_name: name });
    await other.connect();
  };
  afterEach(() => other.end());

  it.each(['daftar-app/0.1.0@one', 'daftar-worker/0.1.0@two'])(
    'refuses while %s is connected, and names it',
    async (name) => {
      await connect(name);
      await refused(name);
    },
  );

  it('resumes with --ignore-processes', async () => {
    await connect('daftar-app/0.1.0@one');
    await resumes('--ignore-processes');
  });

  it('resumes while only a command is connected', async () => {
    await connect('daftar-ops/0.1.0@one');
    await resumes();
  });
});

it('refuses if the URL hides the names of the processes', async () => {
  const url = new URL(world.appEnv.DATABASE_URL ?? '');
  url.searchParams.set('application_name', 'mine');
  const appEnv = { ...world.appEnv, DATABASE_URL: url.href };
  expect(await runToEnd('server/resume-backup.ts', appEnv)).toEqual({
    code: 1,
    output: expect.stringContaining('application_name'),
  });
  expect(await storedToken()).toBe('of the backup');
});

it('refuses the ledger of another deployment, whatever the flags', async () => {
  await inLedger(`UPDATE ledger_state SET deployment = 'another'`);
  await refused('the ledger of another deployment');
  await refused('the ledger of another deployment', '--take-ledger', '--ignore-processes');
  await world.system(`UPDATE ledger_state SET deployment = 'another'`);
  await resumes();
});

it('a database without an identity takes a ledger without a common store only with --take-ledger', async () => {
  await world.system('UPDATE ledger_state SET deployment = NULL');
  await inLedger(`UPDATE ledger_entries SET install_id = 'ins_of_another'`);
  await refused('--take-ledger');
  await inLedger(`UPDATE ledger_entries SET install_id = '${installId}'`);
  await world.system('UPDATE ledger_state SET deployment = NULL');
  await resumes();
});

it('refuses if the ledger does not answer, and no process starts afterwards', async () => {
  await inLedger('ALTER TABLE ledger_entries RENAME TO gone');
  await refused('ledger_entries');
  await expect(requireCurrentDatabase()).rejects.toThrow('npm run backup:resume');
  await inLedger('ALTER TABLE gone RENAME TO ledger_entries');
});

it('if a step fails after the secrets were written, no process starts until it is repeated', async () => {
  await world.sql.query(`ALTER TABLE sweeps ADD CONSTRAINT refuses CHECK (install_id = '') NOT VALID`);
  expect(await resume()).toEqual({ code: 1, output: expect.stringContaining('refuses') });
  await expect(requireCurrentDatabase()).rejects.toThrow('npm run backup:resume');
  await closeDb();
  await world.sql.query('ALTER TABLE sweeps DROP CONSTRAINT refuses');
});

it('refuses a ledger that is older than the database', async () => {
  await world.system('UPDATE ledger_state SET shipments = $1::bigint + 1', [shipments]);
  await refused('The ledger is older than the database');
  await refused('The ledger is older than the database', '--take-ledger', '--again');
});

it('refuses a second resume unless it has --again, which keeps tokens that wait for the ledger', async () => {
  await resumes();
  await closeDb();
  const [before] = await world.system<{ state: string }>(
    'SELECT max(requested_at)::text AS state FROM sweeps',
  );
  await world.system(`UPDATE install_tokens SET refresh_token_enc = 'newer'`);
  expect(await resume()).toEqual({ code: 1, output: expect.stringContaining('was not restored or moved') });
  expect(await storedToken()).toBe('newer');
  expect(await world.system('SELECT max(requested_at)::text AS state FROM sweeps')).toEqual([before]);
  expect(await resume('--again')).toMatchObject({ code: 0 });
  expect(await storedToken()).toBe('newer');
  await closeDb();
  await world.system('DELETE FROM ledger_marks');
  expect(await resume('--again')).toMatchObject({ code: 0 });
  expect(await storedToken()).not.toBe('newer');
});

it('refuses if the database has a ledger and none is given, unless it has --without-ledger', async () => {
  const appEnv = { ...world.appEnv, LEDGER_DATABASE_URL: '' };
  expect(await runToEnd('server/resume-backup.ts', appEnv)).toEqual({
    code: 1,
    output: expect.stringContaining('LEDGER_DATABASE_URL is not set'),
  });
  expect(await world.system('SELECT value FROM settings')).toEqual([{ value: true }]);
  expect(await runToEnd('server/resume-backup.ts', appEnv, ['--without-ledger'])).toEqual({
    code: 0,
    output: expect.stringContaining('No ledger'),
  });
  expect(await storedToken()).toBe('of the backup');
});

it('refuses if ENCRYPTION_KEYS has another key, also under the same id, and changes nothing', async () => {
  const [id] = (world.appEnv.ENCRYPTION_KEYS ?? '').split(':');
  const other = { ...world.appEnv, ENCRYPTION_KEYS: `${id}:${randomBytes(32).toString('base64')}` };
  expect(await runToEnd('server/resume-backup.ts', other)).toEqual({
    code: 1,
    output: expect.stringMatching(/cannot decrypt (\d+) of \1 data keys/),
  });
  expect(await storedToken()).toBe('of the backup');
  expect(await world.system('SELECT value FROM settings')).toEqual([{ value: true }]);
});

it('keeps the tokens of a moved database that were not copied to the ledger yet', async () => {
  await world.system('UPDATE ledger_state SET shipments = $1::bigint', [shipments]);
  await world.system(`UPDATE ledger_state SET place = 'another server'`);
  expect(await resume()).toMatchObject({ code: 0 });
  expect(await storedToken()).toBe('of the backup');
});

it('no process starts if ENCRYPTION_KEYS cannot decrypt the data keys of the ledger or of the database', async () => {
  await inLedger(`CREATE TABLE kept AS SELECT install_id, entry FROM ledger_entries;
    UPDATE ledger_entries SET entry = jsonb_set(entry, '{dataKeys,0,key_enc}', '"of a later key"')`);
  expect(await resume()).toEqual({ code: 1, output: expect.stringContaining('cannot decrypt') });
  await expect(requireCurrentDatabase()).rejects.toThrow('npm run backup:resume');
  await closeDb();
  expect(await resume()).toEqual({ code: 1, output: expect.stringContaining('cannot decrypt') });
  await inLedger(`UPDATE ledger_entries l SET entry = k.entry FROM kept k WHERE k.install_id = l.install_id;
    DROP TABLE kept`);
  await closeDb();
  expect(await resume('--ignore-keys')).toMatchObject({ code: 0 });
  expect(await resume('--again')).toMatchObject({ code: 0 });
});

it('refuses an unknown flag', async () => {
  await refused('--force', '--force');
});
