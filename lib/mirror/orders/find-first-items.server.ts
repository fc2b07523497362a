import 'server-only';
import type { FirstItem } from '@/lib/shared/orders/first-item';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the first item of orders, keyed by order id. An order is left out if it has no items, or if the mirror (our
 * copy of the platform's data) does not contain its detail.
 */
export async function findFirstItems(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, FirstItem>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRaw<(FirstItem & { id: string })[]>`
    SELECT o.id, lines.items -> 0 ->> 'name' AS name, (lines.items -> 0 ->> 'quantity')::float8 AS quantity,
      jsonb_array_length(lines.items) - 1 AS "moreLines"
    FROM orders o
    -- OFFSET 0 keeps the subquery separate. So PostgreSQL reads the items of the stored detail once for each order.
    CROSS JOIN LATERAL (SELECT o.detail -> 'items' AS items OFFSET 0) AS lines
    WHERE o.install_id = ${installId} AND o.id = ANY(${[...ids]}) AND jsonb_array_length(lines.items) > 0`;
  return new Map(rows.map(({ id, ...item }) => [id, item]));
}
