import { expect, it } from 'vitest';
import { findRefusals } from '@/lib/customers/find-refusals.server';
import { insertDataKeys, readDataKeys } from '@/lib/system/keys/data-keys';
import { sealCustomer } from '@/lib/system/keys/customer-columns';
import { systemQuery } from '@/lib/system/db';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { fillTwoMirrors, large } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertManyOrders, { small: 100, large: 100_000 });

/**
 * The number of customers. Each customer has three orders. The number is high, because the bulk action "Ship" checks up
 * to 1,000 orders.
 */
const customers = 1_000;

it('LIST-1: the refusals of 1,000 customers among 100,000 orders and stops are found along indexes, by order and hash', async () => {
  const { superuser } = filled;
  await superuser.query(
    `INSERT INTO created_orders (install_id, order_id, operation_id, payment_method, phone_key, created_at)
     SELECT install_id, id, gen_random_uuid(), 'cod', md5(id), created_at FROM orders`,
  );
  await superuser.query(
    `INSERT INTO order_customers (install_id, order_id, phone_key, created_at)
     SELECT install_id, id, md5(id), created_at FROM orders`,
  );
  // Each order was refused on a confirmed delivery sheet of 50 stops.
  await superuser.query(
    `INSERT INTO delivery_sheets (install_id, id, carrier_id, day, content_hash, confirmed_at)
     SELECT $1, md5('sheet' || n)::uuid, gen_random_uuid(), '2026-11-01', '', now()
     FROM generate_series(0, 1999) n`,
    [large],
  );
  await superuser.query(
    `INSERT INTO delivery_stops (install_id, sheet_id, id, order_id, order_number, position, due_minor, currency,
       decimals, answer_id, answer, answered_at)
     SELECT $1, md5('sheet' || n / 50)::uuid, md5('stop' || n)::uuid, id, order_number, n % 50, 0, 'SYP', 0,
       gen_random_uuid(), 'refused', now()
     FROM (SELECT id, order_number, row_number() OVER (ORDER BY id)::int - 1 AS n FROM orders WHERE install_id = $1) o`,
    [large],
  );
  await superuser.query(
    `INSERT INTO settings (install_id, name, value, updated_at) VALUES ($1, 'keepsCustomers', 'true', now())`,
    [large],
  );
  await insertDataKeys([{ installId: large, version: 1 }], { usableInMs: 0 }, systemQuery);
  await readDataKeys([large], systemQuery);
  const { rows } = await superuser.query<{ id: string }>(
    `SELECT id FROM orders WHERE install_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT $2`,
    [large, customers * 3],
  );
  const sealed = rows.map(({ id }, n) => {
    const customer = { name: '', phone: `+9639440${String(n % customers).padStart(5, '0')}` };
    return { id, ...sealCustomer('created_orders', { installId: large, id }, customer) };
  });
  await superuser.query(
    `UPDATE created_orders c SET customer_enc = s.enc, phone_key = s.key
     FROM unnest($2::text[], $3::text[], $4::text[]) AS s (id, enc, key)
     WHERE c.install_id = $1 AND c.order_id = s.id`,
    [
      large,
      sealed.map(({ id }) => id),
      sealed.map(({ customerEnc }) => customerEnc),
      sealed.map(({ phoneKey }) => phoneKey),
    ],
  );
  // The status of each customer's newest three orders shows neither a delivery nor a refusal. So only the refusals on
  // the delivery sheets count.
  await superuser.query(
    `UPDATE orders SET status = 'processing', detail = detail || '{"fulfillments": []}'
     WHERE install_id = $1 AND id = ANY($2)`,
    [large, rows.map(({ id }) => id)],
  );
  await superuser.query(
    'VACUUM ANALYZE orders, created_orders, order_customers, delivery_sheets, delivery_stops',
  );
  const asked = rows.slice(0, customers).map(({ id }) => id);
  const plans: PlanNode[][] = [];
  const context = {
    installId: large,
    db: explainedDb(large, (nodes) => plans.push(nodes)),
    role: 'owner' as const,
    scopes: new Set(['orders:read', 'clients:read']),
    store: { id: 's', name: 's', currency: 'SYP', decimals: 0, timezone: 'UTC', country: 'SY' },
  };
  const found = await findRefusals(context, asked);
  expect(found?.orders.map(({ id }) => id)).toEqual(asked);
  expect(found?.unknown).toBe(0);
  const reads = plans.flat().filter((node) => node['Relation Name'] && node['Relation Name'] !== 'settings');
  expect(plans.flat().map((node) => node['Node Type'])).not.toContain('Seq Scan');
  // Each table must be read by ids or hashes. With only the install id as a condition, PostgreSQL would read all rows
  // of the install.
  const conditions = reads.map((node) => `${node['Index Name']}: ${String(node['Index Cond'])}`);
  for (const condition of conditions) expect(condition).toMatch(/[ (.](?:id|order_id|phone_key) = /);
  expect([...new Set(reads.map((node) => node['Index Name']))].toSorted()).toEqual([
    'created_orders_install_id_phone_key_idx',
    'created_orders_pkey',
    'delivery_sheets_pkey',
    'delivery_stops_install_id_order_id_idx',
    'order_customers_install_id_phone_key_idx',
    'order_customers_pkey',
    'orders_pkey',
  ]);
});
