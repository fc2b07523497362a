import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import pg from 'pg';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { databaseRegistry } from '@/lib/ops/database-metrics.server';
import { summarize } from '@/lib/ops/read-stores.server';
import { withSystem } from '@/lib/system/db';
import { inLedger as inLedgerTransaction } from '@/lib/system/ledger/ledger-database';
import { readLedgerHealth } from '@/lib/system/ledger/read-ledger-health';
import { applyLedger } from '@/lib/system/ledger/apply-ledger';
import { countLedgerMarks, requireCurrentDatabase, shipLedger } from '@/lib/system/ledger/ship-ledger';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let ledger: ScratchDatabase;
let world: AppWorld;
let installId: InstallId;

beforeAll(async () => {
  ledger = await createScratchDatabase(inject('testServer'), { prefix: 'ledger' });
  world = await startAppWorld({ ledgerUrl: ledger.url });
  installId = await world.install();
});
afterAll(async () => {
  await world.stop();
  await ledger.drop();
});
beforeEach(async () => {
  while (await shipLedger());
});

async function inLedger(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: ledger.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
const refreshTokenInLedger = async () =>
  (await inLedger(`SELECT entry->'tokens'->>'refresh_token_enc' AS token FROM ledger_entries`))[0]?.token;
const storeToken = (token: string) =>
  withSystem((tx) => tx.installToken.update({ where: { installId }, data: { refreshTokenEnc: token } }));
const storedToken = async () =>
  (await withSystem((tx) => tx.installToken.findUniqueOrThrow({ where: { installId } }))).refreshTokenEnc;

it('the secret ledger gets each new token, and the ledger mark of the install is then deleted', async () => {
  await storeToken('second');
  expect(await world.system('SELECT install_id FROM ledger_marks')).toEqual([{ install_id: installId }]);
  await shipLedger();
  expect(await refreshTokenInLedger()).toBe('second');
  expect(await world.system('SELECT 1 FROM ledger_marks')).toEqual([]);
});

it('the gauge of the ledger is the number of stores whose new secrets wait', async () => {
  expect(await countLedgerMarks()).toBe(0);
  await storeToken('counted');
  const marks = await countLedgerMarks();
  expect(await databaseRegistry(summarize([]), marks).metrics()).toContain('daftar_ledger_marks 1\n');
});

it('taking the lease for a refresh changes no secret, so nothing is sent to the ledger', async () => {
  await withSystem((tx) =>
    tx.installToken.update({ where: { installId }, data: { leaseUntil: new Date() } }),
  );
  expect(await world.system('SELECT 1 FROM ledger_marks')).toEqual([]);
});

it('workers that send tokens at the same time leave the newest token in the ledger', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map((token) => storeToken(token).then(() => shipLedger())));
  while (await shipLedger());
  expect(await refreshTokenInLedger()).toBe(await storedToken());
});

it('a ledger that was lost gets all installs again', async () => {
  await inLedger('DROP TABLE ledger_entries, ledger_state');
  await storeToken('after the loss');
  await shipLedger();
  expect(await refreshTokenInLedger()).toBe('after the loss');
});

it('tokens that were deleted by mistake stay in the ledger, and come back from it', async () => {
  await storeToken('kept');
  await shipLedger();
  await withSystem((tx) => tx.installToken.deleteMany({ where: { installId } }));
  await shipLedger();
  expect(await applyLedger(ledger.url)).toEqual({ current: 1, added: 0, erased: 0 });
  expect(await storedToken()).toBe('kept');
});

it('M17: a restored database sends nothing to the ledger, and no process starts, until the ledger was applied', async () => {
  await storeToken('newest');
  await shipLedger();
  const [before] = await world.system<{ shipments: string }>('SELECT shipments FROM ledger_state');
  await world.system('UPDATE ledger_state SET shipments = 1');
  await storeToken('of the backup');
  await expect(shipLedger()).rejects.toThrow('npm run backup:resume');
  await expect(requireCurrentDatabase()).rejects.toThrow('npm run backup:resume');
  expect(await refreshTokenInLedger()).toBe('newest');
  await applyLedger(ledger.url);
  expect(await storedToken()).toBe('newest');
  expect(await world.system('SELECT shipments FROM ledger_state')).toEqual([before]);
  await requireCurrentDatabase();
});

describe('a process that keeps the row of the ledger locked', () => {
  it('stops another process for 10 s at most, and the wait ends in PostgreSQL too', async () => {
    await storeToken('waiting');
    const holder = new pg.Client({ connectionString: ledger.url });
    await holder.connect();
    try {
      await holder.query('BEGIN; SELECT 1 FROM ledger_state FOR UPDATE');
      await expect(shipLedger()).rejects.toThrow('canceling statement due to lock timeout');
      const waiting = await inLedger(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'daftar-ledger' AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toEqual([]);
    } finally {
      await holder.end();
    }
    await shipLedger();
    expect(await refreshTokenInLedger()).toBe('waiting');
  });

  it('loses its connection after a pause of 30 s in the transaction, except during a restore', async () => {
    const limitsOf = (options?: { mayPause: boolean }) =>
      inLedgerTransaction(
        ledger.url,
        async (client) => {
          const { rows } = await client.query<{ limits: string }>(
            `SELECT concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
               current_setting('idle_in_transaction_session_timeout')) AS limits`,
          );
          return rows[0]?.limits;
        },
        options,
      );
    expect(await limitsOf()).toBe('10s 15s 30s');
    expect(await limitsOf({ mayPause: true })).toBe('10s 15s 0');
  });
});

describe('a ledger that does not answer', () => {
  beforeEach(async () => {
    await requireCurrentDatabase();
    await inLedger('ALTER TABLE ledger_state RENAME TO gone');
    await inLedger('CREATE VIEW ledger_state AS SELECT 1 AS nothing');
  });
  afterEach(async () => {
    await inLedger('DROP VIEW ledger_state');
    await inLedger('ALTER TABLE gone RENAME TO ledger_state');
  });

  it('does not stop the start if the database was not restored or moved', async () => {
    await requireCurrentDatabase();
  });

  it.each([
    ['server', 0],
    ['database', 1],
    ['timeline', 2],
  ])('stops the start if the %s is not the same as at the last contact with the ledger', async (_, part) => {
    await world.system(
      `UPDATE ledger_state SET place = (SELECT string_agg(CASE n WHEN $1 THEN 'other' ELSE part END, '/' ORDER BY n)
         FROM unnest(string_to_array(place, '/')) WITH ORDINALITY parts (part, n))`,
      [part + 1],
    );
    await expect(requireCurrentDatabase()).rejects.toThrow('nothing starts until the ledger answers');
  });

  it('stops the start of a database that had no contact with a ledger', async () => {
    await world.system('UPDATE ledger_state SET place = NULL');
    await expect(requireCurrentDatabase()).rejects.toThrow('nothing starts until the ledger answers');
  });
});

describe('the doctor', () => {
  it('sees the number of stores in the ledger and the time of the newest entry, and changes nothing', async () => {
    const before = [await world.system('SELECT * FROM ledger_state'), await inLedger('TABLE ledger_state')];
    const [newest] = await inLedger('SELECT max(shipped_at) AS time FROM ledger_entries');
    expect(await readLedgerHealth()).toEqual({ state: 'ok', stores: 1, newest: newest?.time });
    const after = [await world.system('SELECT * FROM ledger_state'), await inLedger('TABLE ledger_state')];
    expect(after).toEqual(before);
  });

  it.each([
    ['other', 'the ledger belongs to another deployment', `SET deployment = 'other'`],
    ['restored', 'the ledger is newer than the database', 'SET shipments = shipments + 1'],
  ])('says "%s" if %s', async (state, _, change) => {
    await requireCurrentDatabase();
    const [{ shipments, deployment } = {}] = await inLedger('TABLE ledger_state');
    await inLedger(`UPDATE ledger_state ${change}`);
    expect(await readLedgerHealth()).toEqual({ state });
    await inLedger(`UPDATE ledger_state SET shipments = ${shipments}, deployment = '${deployment}'`);
  });

  it('says "down" if the ledger does not answer', async () => {
    await inLedger('ALTER TABLE ledger_state RENAME TO gone');
    await inLedger('CREATE VIEW ledger_state AS SELECT 1 AS nothing');
    expect(await readLedgerHealth()).toEqual({ state: 'down' });
    await inLedger('DROP VIEW ledger_state');
    await inLedger('ALTER TABLE gone RENAME TO ledger_state');
  });
});

describe('the identity of the deployment', () => {
  const idInLedger = async () => (await inLedger('SELECT deployment FROM ledger_state'))[0]?.deployment;
  const ownId = async () => (await world.system('SELECT deployment FROM ledger_state'))[0];
  const entry = `'{"install": {}}'::jsonb`;

  it('is the same in both databases after the first start', async () => {
    await world.system('UPDATE ledger_state SET deployment = NULL');
    await inLedger('UPDATE ledger_state SET deployment = NULL');
    await requireCurrentDatabase();
    expect(await idInLedger()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ownId()).toEqual({ deployment: await idInLedger() });
  });

  it('a ledger of the previous release gets the column for it, and keeps its entries', async () => {
    await inLedger('ALTER TABLE ledger_state DROP COLUMN deployment');
    await requireCurrentDatabase();
    expect(await ownId()).toEqual({ deployment: await idInLedger() });
    expect(await refreshTokenInLedger()).toBe(await storedToken());
  });

  it('M17: with another identity in the ledger, no process starts and nothing is shipped', async () => {
    const own = await idInLedger();
    await inLedger(`UPDATE ledger_state SET deployment = 'another'`);
    await expect(requireCurrentDatabase()).rejects.toThrow('the ledger of another deployment');
    await storeToken('not for others');
    await expect(shipLedger()).rejects.toThrow('the ledger of another deployment');
    expect(await refreshTokenInLedger()).not.toBe('not for others');
    await inLedger(`UPDATE ledger_state SET deployment = '${String(own)}'`);
  });

  it('without an identity on one side, a ledger that shares no install is that of another deployment', async () => {
    await world.system('UPDATE ledger_state SET deployment = NULL');
    await inLedger('CREATE TABLE kept AS SELECT * FROM ledger_entries');
    await inLedger('DELETE FROM ledger_entries');
    await inLedger(`INSERT INTO ledger_entries VALUES ('ins_of_another', ${entry})`);
    await expect(requireCurrentDatabase()).rejects.toThrow('the ledger of another deployment');
    await inLedger('INSERT INTO ledger_entries SELECT * FROM kept');
    await requireCurrentDatabase();
    expect(await ownId()).toEqual({ deployment: await idInLedger() });
    await inLedger(`DELETE FROM ledger_entries WHERE install_id = 'ins_of_another'`);
  });
});
