import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationsDir } from '@/server/postgres/migrations';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { createTestDatabase } from '@/tests/support/stack/postgres';

const functionsDir = path.join(migrationsDir, '..', 'functions');

interface SqlFunction {
  name: string;
  definition: string;
  owner: string;
  grants: string | null;
}

let database: ScratchDatabase;
let client: pg.Client;

// Connects as a superuser, because the test replaces functions, some of which belong to daftar_system. A replaced
// function keeps its owner and its grants.
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(inject('testServer').superuserUrl);
  url.pathname = `/${database.name}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Returns the SQL functions in the schema public, without those of extensions. */
async function readFunctions(): Promise<SqlFunction[]> {
  const { rows } = await client.query<SqlFunction>(
    `SELECT p.proname::text AS name, pg_get_functiondef(p.oid) AS definition, pg_get_userbyid(p.proowner)::text AS owner,
       p.proacl::text AS grants
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d
         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     ORDER BY 1, 2`,
  );
  return rows;
}

test('the functions of a migrated database are those of prisma/functions, with the same text', async () => {
  const migrated = await readFunctions();
  const entries = await readdir(functionsDir, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.sql'));
  const names = files.map((file) => path.basename(file)).sort();
  expect(names).toEqual(migrated.map(({ name }) => `${name}.sql`));
  for (const file of files) await client.query(await readFile(path.join(functionsDir, file), 'utf8'));
  expect(await readFunctions()).toEqual(migrated);
});
