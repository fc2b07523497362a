import 'server-only';
import { z } from 'zod';
import { type CashListItem, type CashOrderItem, type CashPage, cashStates } from '@/lib/cash/cash-view';
import { findOrdersByCode } from '@/lib/cash/find-orders-by-code.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { PlatformId } from 'commerce-platform-client/contract/ids';
import { keepsCustomers, mayKnowCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { knownCustomer } from '@/lib/orders/new-order/record-created-order.server';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';
import { dayOf, daysBetween } from '@/lib/shared/store-day';
import { Text } from 'commerce-platform-client/contract/text';
import { Prisma } from '@/lib/system/generated/prisma/client';

const pageSize = 50;

/** Cursor of the list: `since` and id of the last order of the previous page. */
const Cursor = z.tuple([CursorTime, PlatformId]);

/**
 * Query of the orders of the cash notebook. Without a state, the list has the orders for which a carrier owes cash. The
 * state `paid` has the orders that are paid in the store and have no recorded cash.
 * `carrier` is the id of a carrier, or "none" for orders without a known carrier. With a currency, the list has only
 * the orders in this currency. `q` is a complete order number or tracking number. With it, the other filters do not
 * count, and the list is one page with the orders of every state.
 */
export const CashListQuery = z.object({
  state: z.enum(cashStates).optional(),
  carrier: z.union([z.uuid(), z.literal('none')]).optional(),
  currency: Text.min(1).max(20).optional(),
  q: Text.trim().min(1).max(100).optional(),
  cursor: listCursor(Cursor).optional(),
});

/**
 * SQL condition: the app has not yet read the shipments of the order, so the carrier of the row is not known. After
 * the first posting, the row no longer takes a carrier from a shipment. So it waits for none.
 */
export const isCarrierUnread = Prisma.sql`(k.carrier_id IS NULL AND k.entries = 0 AND o.id IS NOT NULL AND o.detail IS NULL)`;

/** SQL condition: the store marked the order as paid after it was shipped, and the notebook has no cash for it. */
export const isUnrecorded = Prisma.sql`is_unrecorded AND entries = 0`;

/** SQL condition: the row `cash_orders k` is in one of the lists of the notebook. */
export const isListed = Prisma.sql`k.state = ANY(${[...cashStates]}) AND (k.state <> 'paid' OR k.is_unrecorded)`;

/** The columns of `cash_orders k`, `orders o` and `carriers c` that cashItemOf needs. */
export const cashColumns = Prisma.sql`k.order_id AS "orderId", o.order_number AS number, k.carrier_id AS "carrierId",
  c.name AS "carrierName", k.state, k.since, k.due_minor AS due, k.open_minor AS open, k.currency, k.decimals, k.is_paid AS "isPaid",
  k.state = 'to_hand_over' AND coalesce(jsonb_path_exists(o.detail->'fulfillments',
    '$[*].status ? (@ == "shipped" || @ == "delivered")'), false) AS "isPartShipped",
  ${isCarrierUnread} AS "isCarrierUnread",
  jsonb_path_query_array(o.detail->'fulfillments',
    '$[*] ? (@.status != "cancelled").tracking_number ? (@ != null && @ != "")') AS tracking, now() AS "readAt"`;

export type CashRow = {
  orderId: string;
  number: string | null;
  carrierId: string | null;
  carrierName: string | null;
  state: CashOrderItem['state'];
  since: Date;
  due: bigint;
  open: bigint;
  currency: string;
  decimals: number;
  isPaid: boolean;
  isPartShipped: boolean;
  isCarrierUnread: boolean;
  /** Tracking numbers of the order. Null if the order is not in the mirror, or if its shipments were not read yet. */
  tracking: string[] | null;
  readAt: Date;
};

/**
 * Returns one page of the orders of the cash notebook. If the user must do something for orders in the requested state,
 * the oldest order is first. For all other states, the newest order is first. The query reads along indexes.
 */
export async function listCashOrders(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  { state, carrier, currency, q, cursor }: z.output<typeof CashListQuery>,
): Promise<{ orders: CashOrderItem[]; next: string | null }> {
  if (q !== undefined) return { orders: await searchCashOrders({ installId, db, store }, q), next: null };
  const isNewestFirst = state === 'remitted' || state === 'written_off';
  const [direction, after] = isNewestFirst
    ? [Prisma.sql`DESC`, Prisma.sql`<`]
    : [Prisma.sql`ASC`, Prisma.sql`>`];
  const ofCarrier =
    carrier === undefined
      ? Prisma.empty
      : carrier === 'none'
        ? Prisma.sql`AND carrier_id IS NULL`
        : Prisma.sql`AND carrier_id = ${carrier}::uuid`;
  const ofState =
    state === undefined
      ? Prisma.sql`owed_minor <> 0`
      : state === 'paid'
        ? isUnrecorded
        : Prisma.sql`state = ${state}`;
  const ofCurrency = currency === undefined ? Prisma.empty : Prisma.sql`AND currency = ${currency}`;
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<CashRow[]>`
      SELECT ${cashColumns} FROM (
        SELECT * FROM cash_orders WHERE install_id = ${installId}
          AND ${ofState} ${ofCarrier} ${ofCurrency}
          ${cursor ? Prisma.sql`AND (since, order_id) ${after} (${cursor[0]}::timestamptz, ${cursor[1]})` : Prisma.empty}
        ORDER BY since ${direction}, order_id ${direction} LIMIT ${pageSize + 1}) AS k
      LEFT JOIN orders o ON o.install_id = ${installId} AND o.id = k.order_id
      LEFT JOIN carriers c ON c.install_id = ${installId} AND c.id = k.carrier_id
      ORDER BY k.since ${direction}, k.order_id ${direction}`,
  );
  const orders = rows.slice(0, pageSize).map((row) => cashItemOf(row, store.timezone));
  const last = rows.length > pageSize ? orders.at(-1) : undefined;
  return { orders, next: last ? `${last.since} ${last.orderId}` : null };
}

/** Returns the orders of the cash notebook that have this order number or tracking number, the newest first. */
async function searchCashOrders(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  q: string,
): Promise<CashOrderItem[]> {
  const rows = await db.transaction(async (tx) => {
    const ids = await findOrdersByCode(tx, installId, { orders: [q], trackings: [q] });
    if (ids.length === 0) return [];
    return tx.$queryRaw<CashRow[]>`
      SELECT ${cashColumns} FROM cash_orders k
      LEFT JOIN orders o ON o.install_id = ${installId} AND o.id = k.order_id
      LEFT JOIN carriers c ON c.install_id = ${installId} AND c.id = k.carrier_id
      WHERE k.install_id = ${installId} AND k.order_id = ANY(${ids}) AND ${isListed}
      ORDER BY k.since DESC, k.order_id DESC LIMIT ${pageSize}`;
  });
  return rows.map((row) => cashItemOf(row, store.timezone));
}

/** Reads one page of the list with the customers that the user may see. */
export async function readCashPage(
  context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>,
  query: z.output<typeof CashListQuery>,
): Promise<CashPage> {
  const { orders, next } = await listCashOrders(context, query);
  const names = mayKnowCustomers(context) ? await readNames(context, orders) : new Map<string, string>();
  return {
    orders: orders.map(
      (order): CashListItem => ({
        ...order,
        customerName: names.get(order.orderId) ?? null,
      }),
    ),
    next,
  };
}

type NameRow = { id: string; created: string | null; kept: string | null };

/** Returns the stored names of the customers, keyed by order id. */
async function readNames(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  orders: readonly CashOrderItem[],
): Promise<Map<string, string>> {
  const ids = orders.map(({ orderId }) => orderId);
  if (ids.length === 0) return new Map();
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<NameRow[]>`
      SELECT id, c.customer_enc AS created,
        CASE WHEN ${keepsCustomers(installId)} THEN k.customer_enc END AS kept
      FROM unnest(${ids}::text[]) AS id
      LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = id
      LEFT JOIN order_customers k ON k.install_id = ${installId} AND k.order_id = id
      WHERE c.customer_enc IS NOT NULL OR k.customer_enc IS NOT NULL`,
  );
  const found = rows.map((row) => [row.id, knownCustomer(installId, row)?.name ?? ''] as const);
  return new Map(found.filter(([, name]) => name !== ''));
}

/** Converts a row to the form that the browser receives. `timezone` is the time zone of the store. */
export function cashItemOf(
  { due, open, currency, decimals, since, number, tracking, readAt, ...row }: CashRow,
  timezone: string,
): CashOrderItem {
  const money = (minor: bigint) => ({ amount_minor: Number(minor), currency, decimals });
  return {
    ...row,
    number: number ?? '',
    since: since.toISOString(),
    days: daysBetween(dayOf(since, timezone), dayOf(readAt, timezone)),
    tracking: tracking ?? [],
    due: money(due),
    open: money(open),
  };
}
