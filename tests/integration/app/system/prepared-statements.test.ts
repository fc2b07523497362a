import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { closeDb, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { setService } from '@/lib/system/process/process-facts';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { createTestDatabase } from '@/tests/support/stack/postgres';

let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const sandbox = { origin: 'http://127.0.0.1:9', clientId: 'daftar', clientSecret: 'secret' };
  const appEnv = appEnvOf({ appUrl: 'http://localhost:3999', sandbox, database, logLevel: 'silent' });
  Object.assign(process.env, appEnv);
});
beforeEach(async () => {
  await closeDb();
  delete env().PREPARED_STATEMENTS;
  delete env().DATABASE_DIRECT_URL;
  setService('worker');
});
afterAll(async () => {
  await closeDb();
  await drop();
});

/**
 * Claims an operation (a recorded write) ten times. Returns the texts of the statements that the database connection
 * keeps prepared.
 */
async function preparedByClaims(): Promise<string[]> {
  for (let n = 0; n < 10; n += 1) await claimOperation('due');
  const rows = await withSystem(
    (tx) => tx.$queryRaw<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements`,
  );
  return rows.map(({ statement }) => statement);
}
const claim = expect.stringContaining('UPDATE operations');

describe('prepared statements', () => {
  it('the worker keeps the statement of a frequent claim prepared', async () => {
    expect(await preparedByClaims()).toContainEqual(claim);
  });

  it('the app prepares nothing', async () => {
    setService('app');
    expect(await preparedByClaims()).toEqual([]);
  });

  it('the worker prepares nothing behind a pooler, except with PREPARED_STATEMENTS=on', async () => {
    env().DATABASE_DIRECT_URL = env().DATABASE_URL;
    expect(await preparedByClaims()).toEqual([]);
    await closeDb();
    env().PREPARED_STATEMENTS = 'on';
    expect(await preparedByClaims()).toContainEqual(claim);
  });

  it('the worker prepares nothing with PREPARED_STATEMENTS=off', async () => {
    env().PREPARED_STATEMENTS = 'off';
    expect(await preparedByClaims()).toEqual([]);
  });
});
