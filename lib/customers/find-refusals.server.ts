import 'server-only';
import { parcelOf } from '@/lib/customers/parcel-of';
import { isOftenRefused, warnedParcels } from '@/lib/customers/person';
import { confirmedAnswer } from '@/lib/deliveries/find-refused-stops.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { keepsCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { knownCustomer } from '@/lib/orders/new-order/record-created-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { RefusalHint } from '@/lib/shared/orders/refusal-hint';
import { readPhone } from '@/lib/shared/phone';
import { hasRight } from '@/lib/shared/roles/roles';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { forceIndexScans } from '@/lib/system/force-index-scans';
import { phoneKeys } from '@/lib/system/keys/customer-columns';

type Context = Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>;

/**
 * Returns the given orders whose customers often refuse parcels (isOftenRefused). The same orders count as in
 * findPerson, but one statement reads the history of all customers. The result has no personal data. It is null if the
 * user may not see personal data, or if the app lacks the scope orders:read.
 */
export async function findRefusals(
  context: Context,
  orderIds: readonly string[],
): Promise<RefusalHint | null> {
  const { installId, db, role, scopes } = context;
  if (!hasRight(role, 'see_personal_data') || !scopes.has('orders:read')) return null;
  const isKeptShown = scopes.has('clients:read');
  return db.transaction(async (tx) => {
    await forceIndexScans(tx);
    const asked = await readPhones(tx, context, { orderIds, isKeptShown });
    const phones = [...new Set(asked.flatMap(({ phone }) => phone ?? []))];
    const refusers = await findRefusers(tx, installId, { phones, isKeptShown });
    return {
      orders: asked
        .filter(({ phone }) => phone !== null && refusers.has(phone))
        .map(({ id, number }) => ({ id, number })),
      unknown: asked.filter(({ phone }) => phone === null).length,
    };
  });
}

type Asked = { id: string; number: string; phone: string | null };

/** Reads the number of each order and the phone number (E.164) of its stored customer. Unknown orders are left out. */
async function readPhones(
  tx: Tx,
  { installId, store }: Context,
  { orderIds, isKeptShown }: { orderIds: readonly string[]; isKeptShown: boolean },
): Promise<Asked[]> {
  const rows = await tx.$queryRaw<
    { id: string; number: string | null; created: string | null; kept: string | null }[]
  >`
    SELECT o.id, o.header ->> 'order_number' AS number, c.customer_enc AS created,
      CASE WHEN ${isKeptShown} AND ${keepsCustomers(installId)} THEN k.customer_enc END AS kept
    FROM orders o
    LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id
    LEFT JOIN order_customers k ON k.install_id = ${installId} AND k.order_id = o.id
    WHERE o.install_id = ${installId} AND o.id = ANY(${[...orderIds]})`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orderIds.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const read = readPhone(knownCustomer(installId, row)?.phone ?? '', store.country);
    return [{ id, number: row.number ?? id, phone: read.ok ? read.e164 : null }];
  });
}

/**
 * Maximum number of orders of one customer that are examined. The newest orders are examined first, as in findPerson.
 */
const ordersMax = 100;

/** Returns some of the given phone numbers (E.164): the numbers of customers who refused most of their last parcels. */
async function findRefusers(
  tx: Tx,
  installId: InstallId,
  { phones, isKeptShown }: { phones: string[]; isKeptShown: boolean },
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const keys = phones.flatMap((phone, person) =>
    (['created_orders', 'order_customers'] as const).flatMap((table) =>
      phoneKeys(table, installId, phone).map((key) => ({ person: String(person), key, table })),
    ),
  );
  // With OFFSET 0, PostgreSQL does not merge the subqueries into one query. So it looks up each key and each order by
  // an index.
  const rows = await tx.$queryRaw<
    { person: number; status: string; fulfillments: string[] | null; isStopRefused: boolean }[]
  >`
    WITH keys AS (
      SELECT person::int, key, source = 'created_orders' AS is_created FROM unnest(
        ${keys.map(({ person }) => person)}::text[], ${keys.map(({ key }) => key)}::text[],
        ${keys.map(({ table }) => table)}::text[]) AS k(person, key, source)
    ), found AS (
      SELECT DISTINCT person, order_id FROM (
        SELECT k.person, c.order_id FROM keys k CROSS JOIN LATERAL (
          SELECT order_id FROM created_orders
          WHERE install_id = ${installId} AND phone_key = k.key AND k.is_created OFFSET 0
        ) AS c
        UNION ALL
        SELECT k.person, c.order_id FROM keys k CROSS JOIN LATERAL (
          SELECT order_id FROM order_customers
          WHERE install_id = ${installId} AND phone_key = k.key AND NOT k.is_created OFFSET 0
        ) AS c
        WHERE ${isKeptShown} AND ${keepsCustomers(installId)}
      ) AS matching
    ), newest AS (
      SELECT f.person, f.order_id, o.status, o.fulfillments,
        row_number() OVER (PARTITION BY f.person ORDER BY o.created_at DESC, f.order_id DESC) AS place
      FROM found f CROSS JOIN LATERAL (
        SELECT status, created_at, deleted_at,
          jsonb_path_query_array(detail, '$.fulfillments[*].status') AS fulfillments
        FROM orders WHERE install_id = ${installId} AND id = f.order_id OFFSET 0
      ) AS o
      WHERE o.deleted_at IS NULL
    )
    SELECT n.person, n.status, n.fulfillments, coalesce(stop.answer = 'refused', false) AS "isStopRefused"
    FROM newest n
    LEFT JOIN LATERAL (${confirmedAnswer(installId, Prisma.sql`n.order_id`)}) AS stop ON true
    WHERE n.place <= ${ordersMax} ORDER BY n.person, n.place`;
  const parcels = new Map<number, ('refused' | 'taken')[]>();
  for (const { person, status, fulfillments, isStopRefused } of rows) {
    const known = parcels.get(person) ?? [];
    const parcel = parcelOf({
      status,
      fulfillments: fulfillments?.map((one) => ({ status: one })) ?? null,
      isStopRefused,
    });
    if (parcel !== null && known.length < warnedParcels.count) known.push(parcel);
    parcels.set(person, known);
  }
  return new Set(
    phones.filter((_, person) => {
      const last = parcels.get(person) ?? [];
      const refused = last.filter((parcel) => parcel === 'refused').length;
      return isOftenRefused({ lastParcels: { count: last.length, refused } });
    }),
  );
}
