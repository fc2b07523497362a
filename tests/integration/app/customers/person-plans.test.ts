import { expect, it } from 'vitest';
import { findPerson } from '@/lib/customers/find-person.server';
import { blindIndex } from '@/lib/system/keys/crypto';
import { insertDataKeys, readDataKeys } from '@/lib/system/keys/data-keys';
import { systemQuery } from '@/lib/system/db';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { fillTwoMirrors, large } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertManyOrders, { small: 100, large: 100_000 });

it('LIST-1: a person among 100,000 customers is found along the indexes of the hashes, without reading a whole table', async () => {
  const { superuser } = filled;
  await superuser.query(
    `INSERT INTO created_orders (install_id, order_id, operation_id, payment_method, phone_key, created_at)
     SELECT install_id, id, gen_random_uuid(), 'cod', md5(id), created_at FROM orders WHERE install_id = $1`,
    [large],
  );
  await superuser.query(
    `INSERT INTO order_customers (install_id, order_id, customer_enc, phone_key, created_at)
     SELECT install_id, id, 'x', md5(id), created_at FROM orders WHERE install_id = $1`,
    [large],
  );
  await insertDataKeys([{ installId: large, version: 1 }], { usableInMs: 0 }, systemQuery);
  await readDataKeys([large], systemQuery);
  const phoneKey = blindIndex('+963944123456', { installId: large, column: 'created_orders.phone_key' });
  const { rows } = await superuser.query<{ order_id: string }>(
    `UPDATE created_orders SET phone_key = $2 WHERE install_id = $1 AND order_id IN (
       SELECT id FROM orders WHERE install_id = $1 AND deleted_at IS NULL ORDER BY created_at LIMIT 3)
     RETURNING order_id`,
    [large, phoneKey],
  );
  await superuser.query(
    `UPDATE orders SET detail = detail || '{"fulfillments": []}' WHERE install_id = $1 AND id = ANY($2)`,
    [large, rows.map((row) => row.order_id)],
  );
  await superuser.query('VACUUM ANALYZE created_orders, order_customers');
  const plans: PlanNode[][] = [];
  const context = {
    installId: large,
    db: explainedDb(large, (nodes) => plans.push(nodes)),
    role: 'owner' as const,
    scopes: new Set(['orders:read', 'clients:read']),
    store: { id: 's', name: 's', currency: 'SYP', decimals: 0, timezone: 'UTC', country: 'SY' },
  };
  const person = await findPerson(context, { phone: '0944123456' });
  expect(person?.orders.map(({ id }) => id).toSorted()).toEqual(rows.map((row) => row.order_id).toSorted());
  const found = plans.find((nodes) =>
    nodes.some((node) => node['Index Name'] === 'created_orders_install_id_phone_key_idx'),
  );
  expect(found?.flatMap((node) => node['Index Name'] ?? []).toSorted()).toEqual([
    'created_orders_install_id_phone_key_idx',
    'order_customers_install_id_phone_key_idx',
    'orders_pkey',
    'settings_pkey',
  ]);
  const types = plans.flat().map((node) => node['Node Type']);
  expect(types).not.toContain('Seq Scan');
});
