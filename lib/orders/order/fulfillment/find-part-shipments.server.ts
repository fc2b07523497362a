import 'server-only';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { cashParts } from '@/lib/orders/order/cash-parts';
import { Order } from 'commerce-platform-client/contract/orders';
import type { Tx } from '@/lib/system/db';

/**
 * Finds those of the given orders of which a carrier already has or has delivered a part, while the rest is still in the
 * store. Returns the names of these carriers, keyed by order id. The list of names is empty if no carrier is
 * named. The data are from the mirror (our copy of the platform's data). An order whose details were not read yet is
 * not found.
 */
export async function findPartShipments(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; header: unknown; detail: { [key: string]: never } }[]>`
    SELECT id, header, detail FROM orders
    WHERE install_id = ${installId} AND id = ANY(${[...orderIds]}) AND deleted_at IS NULL
      AND jsonb_path_exists(detail, '$.fulfillments[*].status ? (@ == "shipped" || @ == "delivered")')`;
  return new Map(
    rows.flatMap(({ id, header, detail }) => {
      const listed = Order.parse(header);
      const order = { ...listed, ...openDetail({ installId, id, detail, noteEnc: null }) };
      const parts = cashParts(order, { kind: 'collect', due: listed.total });
      if (!parts.some(({ place }) => place === 'not_shipped')) return [];
      return [[id, [...new Set(parts.flatMap((part) => ('since' in part && part.provider) || []))]] as const];
    }),
  );
}
