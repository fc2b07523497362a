import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from '@/server/migrate';
import { distributedTables } from '@/server/postgres/distribute-tables';
import { createOnCluster } from '@/tests/support/stack/citus-cluster';

const { nodes } = inject('testServer');

test.skipIf(!nodes)(
  'a database that becomes a cluster later keeps its rows, and they move to the nodes with row security',
  async () => {
    const urls = nodes ?? [];
    const database = await createOnCluster(urls, { prefix: 'late' });
    await migrate(database.url);
    await run(urls[0], database.name, [
      `INSERT INTO products (install_id, id, document, search_text, fence, read_at)
       SELECT 'inst_' || n % 7, 'prod_' || n, '{}', 'soap', 1, now() FROM generate_series(1, 100) AS n`,
    ]);
    for (const node of urls) await run(node, database.name, ['CREATE EXTENSION citus']);
    const place = (node = '') => `'${new URL(node).hostname}', ${new URL(node).port}`;
    await run(urls[0], database.name, [
      `SELECT citus_set_coordinator_host(${place(urls[0])})`,
      ...urls.slice(1).map((node) => `SELECT citus_add_node(${place(node)})`),
    ]);
    expect(await migrate(database.url)).toEqual([]);
    const [counted] = await run(urls[0], database.name, [
      `SELECT count(*)::int AS rows, pg_relation_size('products')::int AS local FROM products`,
    ]);
    expect(counted).toEqual({ rows: 100, local: 0 });
    // A shard has the name of its table and a number.
    const shards = await Promise.all(
      urls.slice(1).map((node) =>
        run(node, database.name, [
          'SET citus.override_table_visibility = off',
          `SELECT regexp_replace(relname, '_\\d+$', '') AS "table", relrowsecurity AND relforcerowsecurity AS secured
           FROM pg_class WHERE relkind = 'r' AND relname ~ '_\\d{6}$'`,
        ]),
      ),
    );
    expect([...new Set(shards.flat().map((shard) => shard.table))].sort()).toEqual(
      [...distributedTables].sort(),
    );
    expect(shards.flat().filter(({ secured }) => !secured)).toEqual([]);
    // The functions that statements on the tables call exist on the nodes too.
    await run(urls[0], database.name, [
      'BEGIN',
      'SET LOCAL ROLE daftar_app',
      'SET LOCAL citus.propagate_set_commands = local',
      `SET LOCAL daftar.install_id = 'inst_1'`,
      `UPDATE products SET fence = 2 WHERE install_id = 'inst_1' AND may_replace(NULL, updated_at, fence, NULL, 2)`,
      'COMMIT',
    ]);
    expect(await migrate(database.url)).toEqual([]);
  },
);

/** Runs statements one by one as a superuser, and returns the rows of the last one. */
async function run(node: string | undefined, database: string, statements: string[]) {
  const url = new URL(node ?? '');
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const sql of statements) ({ rows } = await client.query<Record<string, unknown>>(sql));
    return rows;
  } finally {
    await client.end();
  }
}
