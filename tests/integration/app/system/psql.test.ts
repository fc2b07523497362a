import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findClientProgram } from '@/server/postgres/find-client-program';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';

const root = path.resolve(import.meta.dirname, '../../../..');
const psql = await findClientProgram('psql', process.env.PATH ?? '');
let database: ScratchDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query('SET ROLE daftar_system');
  for (let n = 1; n <= 22; n += 1) {
    await sql.query(
      `INSERT INTO installs (install_id, store_id, app_id, status, granted_scopes, effective_scopes, store_name,
         store_slug, currency, decimals, locale, timezone, country, is_development, installed_at, read_at)
       VALUES ($1, $1, 'app', 'active', '{}', '{}', $2, $1, 'SYP', 2, 'ar', 'UTC', 'SY', true, now() - $3 * interval '1 day', now())`,
      [`ins_${n}`, `Store ${n}`, n],
    );
  }
  await sql.query('SET ROLE daftar_app');
  for (const install of ['ins_1', 'ins_2']) {
    await sql.query(`SELECT set_config('daftar.install_id', $1, false)`, [install]);
    await sql.query(
      `INSERT INTO saved_views (install_id, id, name, name_key, filters, updated_at) VALUES ($1, $2, 'Mine', 'mine', '', now())`,
      [install, randomUUID()],
    );
  }
  await sql.end();
});
afterAll(() => database.drop());

/** Runs `npm run db` on the test database, with the given arguments. */
function db(
  words: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string; errors: string }> {
  const own = { PATH: process.env.PATH, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.node.json') };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'server/psql.ts', ...words],
      { cwd: root, env: { ...own, NODE_ENV: 'test', DATABASE_URL: database.url, ...env } },
      (_, output, errors) => resolve({ code: child.exitCode, output: output.trim(), errors }),
    );
  });
}
const queryArgs = (...statements: string[]) => ['--', '-AtX', ...statements.flatMap((sql) => ['-c', sql])];
const viewsSeen = `SELECT string_agg(install_id, ' ' ORDER BY install_id) FROM saved_views`;
const installsSeen = `SELECT current_user || ' ' || string_agg(install_id, ' ' ORDER BY install_id) FROM installs`;

describe.skipIf(!psql)('npm run db, with psql', () => {
  it('runs as the system role, which reads every install but no table that only tenants may read', async () => {
    const { code, output, errors } = await db(
      queryArgs(`SELECT current_user || ' ' || count(*) FROM installs`, viewsSeen),
    );
    expect({ code, output }).toEqual({ code: 1, output: 'daftar_system 22' });
    expect(errors).toContain('permission denied for table saved_views');
  });

  it.each(['ins_1', 'ins_2'])(
    '--as %s sees the rows of that install only, also after RESET ROLE',
    async (install) => {
      const { output } = await db([
        '--as',
        install,
        ...queryArgs(installsSeen, viewsSeen, 'RESET ROLE', installsSeen),
      ]);
      expect(output.split('\n')).toEqual([
        `daftar_app ${install}`,
        install,
        'RESET',
        `daftar_app ${install}`,
      ]);
    },
  );

  it('--as an install cannot write rows of another install, and stderr names the install', async () => {
    const update = `UPDATE saved_views SET name = 'Taken' WHERE install_id = 'ins_2'`;
    const { output, errors } = await db(['--as', 'ins_1', ...queryArgs(update)]);
    expect(output).toBe('UPDATE 0');
    expect(errors).toContain('The database of DATABASE_URL, as install ins_1 (Store 1)');
  });
});

describe('npm run db', () => {
  it('--url prints only the URL', async () => {
    expect(await db(['--url'])).toEqual({ code: 0, output: database.url, errors: '' });
  });

  it('an unknown install is refused, with a list of the 20 newest installs and their stores', async () => {
    const { code, output, errors } = await db(['--as', 'ins_nobody']);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain('No install has the id ins_nobody');
    expect(errors).toContain('ins_1  Store 1 (active)');
    expect(errors.match(/Store \d+/g)).toHaveLength(20);
    expect(errors).toContain('and 2 more');
  });

  it.each([[['-c', 'select 1']], [['--as', '']]])(
    'wrong arguments %j are refused with the usage',
    async (words) => {
      const { code, errors } = await db(words);
      expect(code).toBe(1);
      expect(errors).toContain('npm run db -- --as INSTALL_ID');
      expect(errors).not.toMatch(/^ +at /m);
    },
  );

  it('a database that does not respond is reported without its password', async () => {
    const { code, errors } = await db([], {
      DATABASE_URL: 'postgresql://daftar:secret-word@127.0.0.1:9/daftar',
    });
    expect(code).toBe(1);
    expect(errors).toContain('The database at 127.0.0.1:9 cannot be reached (ECONNREFUSED)');
    expect(errors).not.toContain('secret-word');
  });
});
