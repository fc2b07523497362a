import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findCustomerOrders, mayKnowCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { findOrderKeys } from '@/lib/orders/list/find-order-keys.server';
import { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { numbersOf } from '@/lib/orders/order-search';
import type { FoundOrders } from '@/lib/orders/order-view';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Maximum number of orders that a search in the command palette returns. */
const foundMax = 6;

/**
 * Maximum number of orders that are examined for one beginning of an order number. Reading them takes about 3 ms. If
 * more numbers begin with the search text, some of these orders are found, and the next typed digit finds the others.
 */
const examinedMax = 1_000;

/** The search text of the command palette, with the meaning of `q` in the orders list. */
export const FoundOrdersQuery = OrderListFilters.pick({ q: true });

/**
 * Finds orders for the command palette (U13), from the mirror (our copy of the platform's data). Orders whose number
 * begins with the search text come first, although newer orders may contain the text in an item. The orders that the
 * orders list finds follow. The result is empty without a search text.
 */
export async function findOrders(
  context: Pick<InstallContext, 'installId' | 'db' | 'role' | 'scopes' | 'store'>,
  { q }: { q?: string | undefined },
): Promise<FoundOrders> {
  if (!q) return { rows: [] };
  const { installId, db } = context;
  return db.read(async (tx) => {
    const mayKnow = mayKnowCustomers(context);
    const ofCustomers = await findCustomerOrders(tx, context, q);
    const scope = { installId, mayKnow, ofCustomers, filters: { q }, after: undefined, limit: foundMax };
    await forceIndexScans(tx);
    const byNumber = await findByNumberStart(tx, installId, q);
    const { keys } = await findOrderKeys(tx, scope);
    const ids = [...new Set([...byNumber, ...keys.map(({ id }) => id)])].slice(0, foundMax);
    return { rows: await readOrderRows(tx, scope, ids) };
  });
}

/**
 * Returns the ids of the orders whose number begins with the search text: first an order with exactly this number, then
 * the newest. A store may write the same letters before each number, such as "ORD-". They need not be typed.
 */
async function findByNumberStart(tx: Tx, installId: InstallId, q: string): Promise<string[]> {
  const numbers = numbersOf(q);
  if (!numbers.some((number) => /\d/.test(number))) return [];
  const [newest] = await tx.$queryRaw<{ number: string }[]>`
    SELECT order_number AS number FROM orders WHERE install_id = ${installId} AND deleted_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  const letters = /^\D*/.exec(newest?.number ?? '')?.[0] ?? '';
  const starts = [...new Set([...numbers, ...numbers.map((number) => letters + number)])];
  const scans = starts.map(
    (start) => Prisma.sql`(
      SELECT id, created_at, order_number FROM (
        SELECT id, created_at, order_number FROM orders
        WHERE install_id = ${installId} AND deleted_at IS NULL AND order_number >= ${start}
        ORDER BY order_number LIMIT ${examinedMax}
      ) AS examined
      WHERE starts_with(order_number, ${start}))`,
  );
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(scans, ' UNION ')}) AS found
    ORDER BY order_number = ANY(${numbers}) DESC, created_at DESC, id DESC LIMIT ${foundMax}`;
  return rows.map(({ id }) => id);
}
