import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb } from '@/lib/system/db';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { nodesOf, type PlanNode } from './explained-db';
import { mirrorEnv, superuserOf } from './mirror-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';

/** Install ids of a large and a small mirror (copy of a store's data) in one database, for tests of query plans. */
export const large = InstallId.parse('inst_large');
export const small = InstallId.parse('inst_small');

type Fill = (superuser: pg.Client, installId: InstallId, count: number) => Promise<unknown>;

/**
 * Fills the large and the small mirror before the tests of the file. The result has two parts. `superuser` is
 * a superuser connection, which can read all rows. `nodesWithin` returns the query plans of the statements
 * inside an SQL function.
 */
export function fillTwoMirrors(fill: Fill, counts: { small: number; large: number }) {
  const notices: string[] = [];
  const filled = { superuser: undefined as never as pg.Client, nodesWithin };
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    filled.superuser = await superuserOf(inject('testServer'), database);
    filled.superuser.on('notice', ({ message }) => notices.push(message ?? ''));
    Object.assign(process.env, mirrorEnv(database));
    await fill(filled.superuser, small, counts.small);
    await fill(filled.superuser, large, counts.large);
  }, 180_000);
  afterAll(async () => {
    await closeDb();
    await filled.superuser.end();
    await database.drop();
  });
  return filled;

  /** Returns the query plans of the statements inside an SQL function, as PostgreSQL's auto_explain reports them. */
  async function nodesWithin(installId: InstallId, sql: string, values: unknown[]): Promise<PlanNode[]> {
    const { superuser } = filled;
    await superuser.query(
      `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
       SET auto_explain.log_format = json; SET auto_explain.log_level = notice; BEGIN; SET LOCAL ROLE daftar_app`,
    );
    try {
      await superuser.query(`SELECT set_config('daftar.install_id', $1, true)`, [installId]);
      notices.length = 0;
      await superuser.query(sql, values);
    } finally {
      await superuser.query('ROLLBACK; SET auto_explain.log_min_duration = -1');
    }
    return notices
      .filter((notice) => /\b(?:FROM|JOIN) (?:orders|products|variants) /.test(notice))
      .flatMap((notice) =>
        nodesOf((JSON.parse(notice.slice(notice.indexOf('{'))) as { Plan: PlanNode }).Plan),
      );
  }
}
