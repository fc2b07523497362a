import 'server-only';
import { readPictures } from '@/lib/mirror/products/read-pictures.server';
import { keepsCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { findOrderKeys } from '@/lib/orders/list/find-order-keys.server';
import type { OrderKey } from '@/lib/orders/list/order-key.server';
import type { OrderScope } from '@/lib/orders/list/order-statements.server';
import type { ItemsSummary, OrderRow } from '@/lib/orders/order-view';
import { knownCustomer } from '@/lib/orders/new-order/record-created-order.server';
import { standardViews } from '@/lib/orders/views/standard-views';
import { Order } from 'commerce-platform-client/contract/orders';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/**
 * One page of orders from the mirror (our copy of the platform's data). `next` is the sort key after which the next
 * page starts; null on the last page. A page may be short or empty although `next` is set.
 */
export type OrderPage = { rows: OrderRow[]; next: OrderKey | null };

/**
 * Returns one page of the orders that match the filters, in the sort order of the list. A page starts after the sort
 * key of the previous page, without an offset. The total number of orders is not counted. All filters except the search
 * text use only data from the platform's order lists. So an order is found even if its details were not read yet (U5).
 */
export async function readOrderPage(tx: Tx, scope: OrderScope): Promise<OrderPage> {
  await forceIndexScans(tx);
  const { keys, next } = await findOrderKeys(tx, scope);
  return {
    rows: await readOrderRows(
      tx,
      scope,
      keys.map(({ id }) => id),
    ),
    next,
  };
}

/**
 * Returns one page of the orders as the platform's list describes them. It needs half of the CPU of readOrderPage,
 * because it reads no details and no pictures.
 */
export async function readHeaderPage(
  tx: Tx,
  scope: OrderScope,
): Promise<{ orders: Order[]; next: OrderKey | null }> {
  await forceIndexScans(tx);
  const { keys, next } = await findOrderKeys(tx, scope);
  const ids = keys.map(({ id }) => id);
  return { orders: await readHeaders(tx, scope.installId, ids), next };
}

/** Reads orders by id, in the sequence of `ids`, without their details. Deleted and unknown orders are left out. */
export async function readHeaders(
  tx: Tx,
  installId: OrderScope['installId'],
  ids: readonly string[],
): Promise<Order[]> {
  if (ids.length === 0) return [];
  // As in readOrderRows, the condition on `deleted_at` is checked here and not by SQL.
  const found = await tx.$queryRaw<{ id: string; header: unknown; deleted_at: Date | null }[]>`
    SELECT id, header, deleted_at FROM orders WHERE install_id = ${installId} AND id = ANY(${[...ids]})`;
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row && !row.deleted_at ? [Order.parse(row.header)] : [];
  });
}

/** Path in the detail of an order to the quantities of the lines that a carrier has or has delivered. */
const shippedPieces =
  '$.fulfillments[*] ? (@.status == "shipped" || @.status == "delivered").lines[*].quantity';

/**
 * Reads orders by id, in the sequence of `ids`. Orders that are deleted or unknown are left out.
 *
 * An order that the app created counts as confirmed after two steps: an event for the order has arrived, and the app
 * has then read the order again. If an earlier installation of the app created the order, no event arrives. Such an
 * order counts as confirmed once the app has read it.
 */
export async function readOrderRows(
  tx: Tx,
  { installId, mayKnow }: Pick<OrderScope, 'installId' | 'mayKnow'>,
  ids: readonly string[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  // Deleted orders are left out by the TypeScript code below and not by SQL. With the condition deleted_at IS NULL,
  // PostgreSQL might read an index of the orders list instead of looking up the ids.
  const found = await tx.$queryRaw<
    (ItemColumns & {
      id: string;
      header: unknown;
      is_confirmed: boolean;
      deleted_at: Date | null;
      made_here: boolean;
      created: string | null;
      kept: string | null;
      is_part_shipped: boolean | null;
    })[]
  >`
    SELECT o.id, o.header, o.deleted_at, c.order_id IS NOT NULL AS made_here,
      o.event_read_at IS NOT NULL OR coalesce(c.created_at < i.installed_at, false) AS is_confirmed,
      CASE WHEN ${mayKnow} THEN c.customer_enc END AS created,
      CASE WHEN ${mayKnow} AND ${keepsCustomers(installId)} THEN k.customer_enc END AS kept,
      lines.items -> 0 ->> 'variant_id' AS first_variant, lines.items -> 0 ->> 'name' AS first_name, (lines.items -> 0 ->> 'quantity')::float8 AS first_quantity,
      jsonb_array_length(lines.items) AS line_count,
      CASE WHEN lines.shipped > 0 THEN lines.shipped < (
        SELECT sum((item ->> 'quantity')::numeric) FROM jsonb_array_elements(lines.items) AS item
      ) END AS is_part_shipped
    FROM orders o LEFT JOIN installs i ON i.install_id = ${installId}
    LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id
    LEFT JOIN order_customers k ON k.install_id = ${installId} AND k.order_id = o.id
    -- OFFSET 0 keeps each subquery separate. So PostgreSQL decompresses the stored detail once for each order: the
    -- operator || returns it decompressed.
    CROSS JOIN LATERAL (SELECT o.detail || '{}' AS detail OFFSET 0) AS plain
    CROSS JOIN LATERAL (SELECT plain.detail -> 'items' AS items,
      -- Only an order that waits for its shipment can be shipped in part. For other orders, nothing is computed.
      CASE WHEN o.status = ANY(${[...standardViews.to_ship.status]}) THEN (
        SELECT sum(pieces::numeric) FROM jsonb_path_query(plain.detail, ${shippedPieces}::jsonpath) AS pieces
      ) END AS shipped OFFSET 0) AS lines
    WHERE o.install_id = ${installId} AND o.id = ANY(${[...ids]})`;
  const byId = new Map(found.map((row) => [row.id, row]));
  const variantIds = found.flatMap(({ first_variant }) => first_variant ?? []);
  const pictures = await readPictures(tx, installId, variantIds);
  return ids.flatMap((id): OrderRow[] => {
    const row = byId.get(id);
    if (!row || row.deleted_at) return [];
    const confirmation = row.is_confirmed ? 'confirmed' : 'sent';
    return [
      {
        ...Order.parse(row.header),
        itemsSummary: summaryOf(row, pictures),
        customerName: knownCustomer(installId, row)?.name || null,
        confirmation: row.made_here ? confirmation : null,
        ...(row.is_part_shipped && { isPartShipped: true as const }),
      },
    ];
  });
}

/**
 * Variant, name and quantity of the first order line, and the number of lines. All are null if the order's details were
 * not read yet.
 */
type ItemColumns = {
  first_variant: string | null;
  first_name: string | null;
  first_quantity: number | null;
  line_count: number | null;
};

function summaryOf(
  { first_variant: variant, first_name: name, first_quantity: quantity, line_count: count }: ItemColumns,
  pictures: ReadonlyMap<string, string>,
): ItemsSummary | null {
  if (name === null || quantity === null || count === null) return null;
  const pictureUrl = (variant !== null && pictures.get(variant)) || null;
  return { name, quantity, moreLines: count - 1, pictureUrl };
}
