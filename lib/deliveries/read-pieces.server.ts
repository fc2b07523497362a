import 'server-only';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the number of pieces of each order, keyed by order id. It is null until the app has read the order's details,
 * and if an order has several shipments or a partial refund, because a driver may then have fewer pieces. At most
 * 1,000,000, because the platform sets no limit.
 */
export async function readPieces(tx: Tx, installId: string, orderIds: readonly string[]) {
  const rows = await tx.$queryRaw<{ id: string; pieces: number | null }[]>`
    SELECT id, CASE WHEN status <> 'partially_refunded'
        AND jsonb_array_length(jsonb_path_query_array(detail, '$.fulfillments[*] ? (@.status != "cancelled")')) <= 1
      THEN (SELECT least(sum((item ->> 'quantity')::numeric), 1000000)::int
        FROM jsonb_array_elements(detail -> 'items') AS item)
      END AS pieces
    FROM orders WHERE install_id = ${installId} AND id = ANY(${[...orderIds]})`;
  return new Map(rows.map(({ id, pieces }) => [id, pieces]));
}
