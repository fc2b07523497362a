import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb, dbPool, systemMessage, systemQuery, tenantDb, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { createTestDatabase } from '@/tests/support/stack/postgres';

let drop: () => Promise<void>;
/** The lines that the logger wrote during the test. */
let lines: string[];

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const sandbox = { origin: 'http://127.0.0.1:9', clientId: 'daftar', clientSecret: 'secret' };
  const appEnv = appEnvOf({ appUrl: 'http://localhost:3999', sandbox, database, logLevel: 'silent' });
  Object.assign(process.env, appEnv, { LOG_SQL: 'on', LOG_LEVEL: 'info' });
  log.level = env().LOG_LEVEL;
  const output = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!output) throw new Error('pino has no output');
  vi.spyOn(output, 'write').mockImplementation((line) => void lines.push(line));
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await closeDb();
  await drop();
});

const secret = 'Canary Name +963944999888';
const statements = () =>
  lines.map((line) => JSON.parse(line) as { sql: string; parameters: number; ms: number; failed?: string });
const find = (part: string) => statements().find(({ sql }) => sql.includes(part));

describe('with LOG_SQL=on', () => {
  it('a statement of Prisma is logged with its duration and number of parameters', async () => {
    await withSystem((tx) => tx.install.findMany({ where: { storeName: secret, storeSlug: 'x' } }));
    expect(find('FROM "public"."installs"')).toMatchObject({
      parameters: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(find('FROM "public"."installs"')?.parameters).toBeGreaterThanOrEqual(2);
    expect(lines.join('')).not.toContain('Canary');
  });

  it('a statement of plain pg is logged, from the pool and from a connection', async () => {
    await systemQuery('SELECT 1 AS one,\n  $1::text AS name', [secret]);
    await dbPool().query('SELECT 2, $1::text, $2::text', [secret, secret]);
    await dbPool().query({ text: 'SELECT 3, $1::text', values: [secret] });
    expect(find('SELECT 1')).toMatchObject({ sql: 'SELECT 1 AS one, $1::text AS name', parameters: 1 });
    expect(find('SELECT 2')).toMatchObject({ parameters: 2 });
    expect(find('SELECT 3')).toMatchObject({ parameters: 1 });
    expect(lines.join('')).not.toContain('Canary');
  });

  it('a message of several statements is logged without its values', async () => {
    const rows = await systemMessage<{ six: string; role: string }>(
      { text: 'SELECT $1 AS six, $2 AS count, current_user AS role', values: [`O'Neil \\ ${secret}`, 6] },
      { text: 'SELECT 7 FROM unnest($1) AS item', values: [[secret, "'"]] },
    );
    expect(rows).toEqual([{ six: `O'Neil \\ ${secret}`, count: 6, role: 'daftar_system' }]);
    expect(find('SELECT 7')).toMatchObject({
      sql: 'SELECT $1 AS six, $2 AS count, current_user AS role; SELECT 7 FROM unnest($1) AS item',
      parameters: 3,
    });
    expect(lines.join('')).not.toContain('Canary');
  });

  it('the install of a transaction is logged as a parameter, without its value', async () => {
    await tenantDb('inst_canary' as InstallId).transaction(
      (tx) => tx.$queryRaw`SELECT ${secret}::text AS name`,
    );
    expect(find('daftar.install_id')).toMatchObject({ parameters: 1 });
    expect(lines.join('')).not.toMatch(/canary/i);
  });

  it('without a cluster, the role and the install of a transaction need one statement, also in the first one', async () => {
    await closeDb();
    for (const installId of ['inst_first', 'inst_second'] as InstallId[]) {
      lines = [];
      await tenantDb(installId).transaction((tx) => tx.$queryRaw`SELECT 5 AS five`);
      const sent = statements().map(({ sql }) => sql);
      expect(sent.slice(sent.lastIndexOf('BEGIN'))).toEqual([
        'BEGIN',
        expect.stringContaining('daftar.install_id'),
        'SELECT 5 AS five',
        'COMMIT',
      ]);
    }
  });

  it('a failed statement is logged with its SQLSTATE, but without its message, which quotes the value', async () => {
    await expect(systemQuery('SELECT $1::integer', [secret])).rejects.toThrow(secret);
    await expect(
      withSystem((tx) => tx.$queryRaw`SELECT ${secret}::text::integer AS number`),
    ).rejects.toThrow();
    const failed = statements().filter((statement) => statement.failed);
    expect(failed.map((statement) => statement.failed)).toEqual(['22P02', '22P02']);
    expect(lines.join('')).not.toContain('Canary');
  });
});

it('without LOG_SQL nothing is logged', async () => {
  await closeDb();
  vi.resetModules();
  process.env.LOG_SQL = '';
  const fresh = await import('@/lib/system/db');
  await fresh.systemQuery('SELECT $1::text', [secret]);
  await fresh.closeDb();
  expect(lines).toEqual([]);
});
