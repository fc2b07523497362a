import 'server-only';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { cashParts } from '@/lib/orders/order/cash-parts';
import { Order, type OrderDetail } from 'commerce-platform-client/contract/orders';
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
      const carriers = partCarriersOf({ ...listed, ...openDetail({ installId, id, detail, noteEnc: null }) });
      return carriers ? [[id, carriers] as const] : [];
    }),
  );
}

type SentOrder = Parameters<typeof cashParts>[0] & Pick<OrderDetail, 'total'>;

/**
 * Returns the names of the carriers that already have or have delivered a part of the goods, while the rest is still in
 * the store. Returns null if no part was sent, or if all of it was sent.
 */
export function partCarriersOf(order: SentOrder): string[] | null {
  const parts = cashParts(order, { kind: 'collect', due: order.total });
  const sent = parts.flatMap((part) => ('since' in part ? part : []));
  if (sent.length === 0 || !parts.some(({ place }) => place === 'not_shipped')) return null;
  return [...new Set(sent.flatMap(({ provider }) => provider || []))];
}
