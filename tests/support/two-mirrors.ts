import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { InstallId } from '@/lib/shared/ids';
import { closeDb } from '@/lib/system/db';
import type { ScratchDatabase } from '@/server/scratch-database';
import { mirrorEnv, superuserOf } from './mirror-database';
import { createTestDatabase } from './postgres';

/** The mirrors of a large install and of a small one in one database, for the plans of what is read of them. */
export const large = InstallId.parse('inst_large');
export const small = InstallId.parse('inst_small');

type Fill = (superuser: pg.Client, installId: InstallId, count: number) => Promise<unknown>;

/** Fills them before the tests of the file; answers who may look at everything, and what the database said. */
export function fillTwoMirrors(fill: Fill, counts: { small: number; large: number }) {
  const notices: string[] = [];
  const filled: { superuser: pg.Client; notices: string[] } = { superuser: undefined as never, notices };
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
}
