import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { hasRight } from '@/lib/shared/roles/roles';
import { type CustomerKeys, customerKeys, phoneKeys } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Maximum number of orders that a search by customer finds, the newest first. */
const foundMax = 500;

/**
 * Whether the user may see customers. The user needs the right to see personal data, and the app needs the scope to
 * read customers.
 */
export function mayKnowCustomers({ role, scopes }: Pick<InstallContext, 'role' | 'scopes'>): boolean {
  return hasRight(role, 'see_personal_data') && scopes.has('clients:read');
}

/**
 * SQL condition: the store's setting `keepsCustomers` is on. With this setting, the app also stores the customers of
 * orders that other apps or persons created.
 */
export const keepsCustomers = (installId: InstallId) =>
  Prisma.sql`EXISTS (SELECT 1 FROM settings s WHERE s.install_id = ${installId} AND s.name = 'keepsCustomers'
    AND s.value = 'true')`;

/**
 * Returns the ids of a customer's orders. Orders that the app did not create are found only if the setting
 * `keepsCustomers` is on. `q` is the customer's complete phone number in any notation, or one or more complete words of
 * the name. Customers are stored encrypted and are found by keyed hashes. The result is empty if the user may not see
 * customers.
 */
export async function findCustomerOrders(
  tx: Tx,
  context: Pick<InstallContext, 'installId' | 'store' | 'role' | 'scopes'>,
  q: string | undefined,
): Promise<string[]> {
  if (!q || !mayKnowCustomers(context)) return [];
  const { installId, store } = context;
  const owner = { installId, country: store.country };
  const created = conditionsOf(customerKeys('created_orders', owner, q));
  const kept = conditionsOf(customerKeys('order_customers', owner, q));
  if (created.length === 0) return [];
  const rows = await tx.$queryRaw<{ order_id: string }[]>`
    SELECT order_id FROM (
      SELECT order_id, created_at FROM created_orders
      WHERE install_id = ${installId} AND (${Prisma.join(created, ' OR ')})
      UNION ALL
      SELECT order_id, created_at FROM order_customers
      WHERE install_id = ${installId} AND (${Prisma.join(kept, ' OR ')}) AND ${keepsCustomers(installId)}
    ) AS found
    ORDER BY created_at DESC LIMIT ${foundMax}`;
  return rows.map(({ order_id }) => order_id);
}

/** Orders of one phone number, the newest first. `total` is the number of all orders of this phone number. */
type OrdersOfPhone = { total: number; orders: { id: string; isCreated: boolean }[] };

/**
 * Returns the orders of a phone number (E.164) in the mirror (our copy of the platform's data): at most `limit`, or all
 * orders if `limit` is null. `isCreated`: this app created the order, so the customer in it is the app's own data.
 * Other orders are found only with the scope clients:read and the setting `keepsCustomers`. The caller checks the right
 * to see personal data and the scope orders:read.
 */
export async function findOrdersOfPhone(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  { phone, limit }: { phone: string; limit: number | null },
): Promise<OrdersOfPhone> {
  const rows = await tx.$queryRaw<{ id: string; isCreated: boolean; total: number }[]>`
    SELECT found.order_id AS id, found.is_created AS "isCreated", count(*) OVER ()::int AS total FROM (
      SELECT order_id, bool_or(is_created) AS is_created FROM (
        SELECT order_id, true AS is_created FROM created_orders
        WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('created_orders', installId, phone)})
        UNION ALL
        SELECT order_id, false FROM order_customers
        WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('order_customers', installId, phone)})
          AND ${scopes.has('clients:read')} AND ${keepsCustomers(installId)}
      ) AS matching GROUP BY order_id
    ) AS found
    -- OFFSET 0 keeps this subquery separate. Otherwise PostgreSQL may read all orders along the index of the newest.
    CROSS JOIN LATERAL (
      SELECT created_at, deleted_at FROM orders WHERE install_id = ${installId} AND id = found.order_id OFFSET 0
    ) AS o
    WHERE o.deleted_at IS NULL ORDER BY o.created_at DESC, found.order_id DESC LIMIT ${limit}::int`;
  return {
    total: rows[0]?.total ?? 0,
    orders: rows.map(({ id, isCreated }) => ({ id, isCreated })),
  };
}

function conditionsOf({ phone, words }: CustomerKeys): Prisma.Sql[] {
  const named = words.map((keys) => Prisma.sql`name_keys && ${keys}::text[]`);
  return [
    ...(phone ? [Prisma.sql`phone_key = ANY(${phone})`] : []),
    ...(named.length > 0 ? [Prisma.sql`(${Prisma.join(named, ' AND ')})`] : []),
  ];
}
