import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { listMovements, MovementListQuery } from '@/lib/inventory/list-movements.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyProducts } from '@/tests/support/mirror/many-products';
import { fillTwoMirrors, large, small } from '@/tests/support/mirror/two-mirrors';

/**
 * Two mirrors (copies of a store's data) in the database: a small one with 300 products, and a large one with 40,000
 * products and 100,000 variants.
 */
const filled = fillTwoMirrors(fill, { small: 300, large: 40_000 });

/** Id of a variant with 60,000 stock movements. In the table, movements of other variants are between them. */
const busy = 'var_busy';

async function fill(sql: pg.Client, installId: InstallId, count: number): Promise<void> {
  await insertManyProducts(sql, installId, count);
  await sql.query(
    `INSERT INTO movements (install_id, id, sequence, variant_id, location_id, delta, stock_after, reason, occurred_at)
     SELECT $1, 'mov_' || lpad(n::text, 9, '0'), n, CASE WHEN n % 4 > 0 THEN $3 ELSE 'var_' || n % 1000 END,
       'loc_' || n % 3, 1, n, CASE WHEN n = 1 THEN 'damage' ELSE 'sale' END, now() - n * interval '1 minute'
     FROM generate_series(1, $2::int * 2) AS n`,
    [installId, count, busy],
  );
  await sql.query('VACUUM ANALYZE movements');
}

type Plan = { sql: string; nodes: PlanNode[] };

function contextOf(installId: InstallId, plans: Plan[]) {
  const db = explainedDb(installId, (nodes, sql) => plans.push({ sql, nodes }));
  return { installId, db, scopes: new Set(['products:read', 'inventory:read']) };
}

const scansAndSorts = (plans: Plan[]) =>
  plans.flatMap(({ nodes }) => nodes).filter((node) => /Seq Scan|^Sort$/.test(node['Node Type']));
const scans = (plans: Plan[], index: string) =>
  plans.flatMap(({ nodes }) => nodes).filter((node) => node['Index Name'] === index);

async function page(installId: InstallId, query: object) {
  const plans: Plan[] = [];
  const view = await listProducts(contextOf(installId, plans), ProductListQuery.parse(query));
  if (view.code !== 'found') throw new Error(view.code);
  return { plans, view };
}

describe.each([
  ['with statistics', async () => {}],
  [
    'without statistics',
    async () =>
      void (await filled.superuser.query(
        `DELETE FROM pg_statistic WHERE starelid = ANY(ARRAY['products', 'variants', 'movements']::regclass[])`,
      )),
  ],
])('%s', (_, prepare) => {
  beforeAll(prepare);

  it('PRO-2: each page of the product list reads a range of one index, at any place in the list', async () => {
    for (const installId of [small, large])
      for (const filters of [{}, { status: 'hidden' }, { stock: 'low' }]) {
        const first = await page(installId, filters);
        const second = await page(installId, { ...filters, cursor: first.view.next ?? undefined });
        expect(scansAndSorts([...first.plans, ...second.plans])).toEqual([]);
        expect(scans(first.plans, 'products_newest')).not.toEqual([]);
        expect(scans(first.plans, 'variants_install_id_product_id_position_idx')).not.toEqual([]);
        if (first.view.next) {
          const conditions = scans(second.plans, 'products_newest').map((node) => node['Index Cond']);
          // The cursor must be a condition of the index scan, so that PostgreSQL reads only one page of the index. With
          // the cursor as a filter on the rows, PostgreSQL would first read all earlier rows.
          expect(conditions).toContainEqual(expect.stringMatching(/ROW\(updated_at, id\) < ROW\(/));
        }
      }
  });

  it('PRO-1: products found by a search are read by key, with their variants', async () => {
    for (const query of [
      { q: 'صابون غار' },
      { q: 'soap', status: 'out_of_stock' },
      { q: 'soap', stock: 'low' },
    ]) {
      const { plans, view } = await page(large, query);
      expect(view.products.length).toBeGreaterThan(0);
      expect(plans.flatMap(({ nodes }) => nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(scans(plans, 'products_newest')).toEqual([]);
      expect(scans(plans, 'variants_install_id_product_id_position_idx')).not.toEqual([]);
    }
  });

  it('INV-1: each page of a ledger reads a range of the index of its variant', async () => {
    for (const filters of [{}, { reason: 'damage' }, { location: 'loc_1' }]) {
      const plans: Plan[] = [];
      const context = contextOf(large, plans);
      const readPage = (more: object) =>
        listMovements(context, MovementListQuery.parse({ variant: busy, ...filters, ...more }));
      const first = await readPage({});
      await readPage({ cursor: first.next });
      const [ledger] = plans;
      expect(scansAndSorts(ledger ? [ledger] : [])).toEqual([]);
      expect(plans.flatMap(({ nodes }) => nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
      const index = scans(plans, 'movements_install_id_variant_id_occurred_at_id_idx');
      expect(index.map((node) => node['Index Cond'])).toContainEqual(
        expect.stringMatching(/ROW\(occurred_at, id\) < ROW\(/),
      );
    }
  });
});

it('PRO-1: with any status filter each product is listed once, in the order of the whole list', async () => {
  const all: string[] = [];
  const hidden: string[] = [];
  const collect = async (into: string[], filters: object) => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { view } = await page(small, { ...filters, ...(cursor && { cursor }) });
      into.push(...view.products.map(({ id }) => id));
      cursor = view.next;
    }
  };
  await collect(all, {});
  await collect(hidden, { status: 'hidden' });
  const { rows } = await filled.superuser.query<{ id: string; status: string }>(
    `SELECT id, status FROM products WHERE install_id = $1 AND deleted_at IS NULL ORDER BY updated_at DESC, id DESC`,
    [small],
  );
  expect(all).toEqual(rows.map(({ id }) => id));
  expect(hidden).toEqual(rows.filter(({ status }) => status === 'hidden').map(({ id }) => id));
  expect(hidden.length).toBeGreaterThan(3);
});
