import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import { type Tx, withSystem } from '@/lib/system/db';
import { phoneKeys } from '@/lib/system/keys/customer-columns';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the customers and discount reasons of orders that the app created, after the retention time of the store. The
 * same retention time applies to the customers of quotes. Returns the number of orders that were changed.
 */
export async function purgeOrderCustomers(): Promise<number> {
  const retentionDays = defaultRetentionDays;
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT c.install_id, c.order_id FROM created_orders c LEFT JOIN settings s ON s.install_id = c.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE c.customer_enc IS NOT NULL
            AND c.created_at < now() - coalesce((s.value #>> '{}')::int, ${retentionDays}) * interval '1 day'
          ORDER BY c.created_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
        )
        UPDATE created_orders c SET customer_enc = NULL, phone_key = NULL, name_keys = '{}',
          discount_reason_enc = NULL
        FROM old WHERE (c.install_id, c.order_id) = (old.install_id, old.order_id)`,
    ),
  );
}

/**
 * Deletes the stored customers of orders that the app did not create. A customer is deleted after the retention time of
 * the store. All customers of a store are deleted at once if the setting `keepsCustomers` is off or the app has lost
 * the scope clients:read. If a user has erased a customer, the empty row stays until the retention time is over, so
 * that no read stores the customer again. Returns the number of deleted rows.
 */
export async function purgeKeptCustomers(): Promise<number> {
  const old = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM order_customers c USING (
          SELECT c.install_id, c.order_id FROM order_customers c LEFT JOIN settings s ON s.install_id = c.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE c.created_at < now() - coalesce((s.value #>> '{}')::int, ${defaultRetentionDays}) * interval '1 day'
          ORDER BY c.created_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
        ) AS old
        WHERE (c.install_id, c.order_id) = (old.install_id, old.order_id)`,
    ),
  );
  const unwanted = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM order_customers c USING (
          SELECT kept.install_id, kept.order_id FROM installs i
          LEFT JOIN settings s ON s.install_id = i.install_id AND s.name = 'keepsCustomers'
          -- LATERAL reads the rows of each install by the primary key. Otherwise PostgreSQL would scan the whole table.
          CROSS JOIN LATERAL (
            SELECT k.install_id, k.order_id FROM order_customers k
            WHERE k.install_id = i.install_id AND k.customer_enc IS NOT NULL
            ORDER BY k.order_id LIMIT ${limit} FOR UPDATE OF k SKIP LOCKED
          ) AS kept
          WHERE s.value IS DISTINCT FROM 'true' OR NOT i.effective_scopes @> '{clients:read}'
          LIMIT ${limit}
        ) AS unwanted
        -- A user may erase the customer while this statement runs. The empty row must stay.
        WHERE (c.install_id, c.order_id) = (unwanted.install_id, unwanted.order_id) AND c.customer_enc IS NOT NULL`,
    ),
  );
  return old + unwanted;
}

/**
 * Locks the erasures of persons of an install until the transaction ends. deletePerson takes the `exclusive` lock. A
 * transaction that stores a customer whom it read from the platform takes the `shared` lock, and then calls
 * findErasedOrders. It must not hold a lock of a row before.
 */
export async function lockErasures(
  tx: Tx,
  installId: InstallId,
  mode: 'exclusive' | 'shared',
): Promise<void> {
  const key = `${installId} erasures`;
  await (mode === 'exclusive'
    ? tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${key}, 0))`
    : tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`);
}

/**
 * Returns those of the given orders whose customer was erased. An order of another app is found only if the app kept its
 * customer before.
 */
export async function findErasedOrders(
  tx: Tx,
  installId: InstallId,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const ids = [...orderIds];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT order_id AS id FROM created_orders
    WHERE install_id = ${installId} AND order_id = ANY(${ids}) AND customer_enc IS NULL
    UNION SELECT order_id FROM order_customers
    WHERE install_id = ${installId} AND order_id = ANY(${ids}) AND customer_enc IS NULL`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of the orders for which a customer with the given phone number (E.164) is stored. */
export async function findOrdersOfPhone(tx: Tx, installId: InstallId, phone: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ order_id: string }[]>`
    SELECT order_id FROM created_orders
    WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('created_orders', installId, phone)})
    UNION SELECT order_id FROM order_customers
    WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('order_customers', installId, phone)})`;
  return rows.map((row) => row.order_id);
}

/**
 * Erases the customer with the given phone number (E.164) from all orders, in the caller's transaction. Orders that the
 * app created also lose the reason of their discount, because it is free text. The rows stay without a customer, so
 * that the next read of an order does not store the customer again. Returns the ids of the changed orders.
 */
export async function purgeCustomersOfPhone(tx: Tx, installId: InstallId, phone: string): Promise<string[]> {
  const created = await tx.$queryRaw<{ order_id: string }[]>`
    UPDATE created_orders SET customer_enc = NULL, phone_key = NULL, name_keys = '{}', discount_reason_enc = NULL
    WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('created_orders', installId, phone)})
    RETURNING order_id`;
  const kept = await tx.$queryRaw<{ order_id: string }[]>`
    UPDATE order_customers SET customer_enc = NULL, phone_key = NULL, name_keys = '{}'
    WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('order_customers', installId, phone)})
    RETURNING order_id`;
  return [...created, ...kept].map((row) => row.order_id);
}
