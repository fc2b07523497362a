import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '@/server/migrate';
import { migrationsDir } from '@/server/postgres/migrations';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';

/**
 * Creates a database login for the app, which owns no table. Then runs `npm run migrate`, which grants the login its
 * privileges in a database.
 */
export async function createAppLogin(
  database: ScratchDatabase,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `web_${randomBytes(6).toString('hex')}`;
  const { password } = new URL(database.url);
  await asSuperuser(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  const { href: url } = Object.assign(new URL(database.url), { username: name });
  await migrate(database.url, migrationsDir, url);
  return { url, drop: () => asSuperuser(`DROP ROLE ${name}`) };
}

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').superuserUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
