import 'server-only';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { type GoodsPart, goodsParts } from '@/lib/orders/order/cash-parts';
import { Order } from 'commerce-platform-client/contract/orders';
import type { Tx } from '@/lib/system/db';

type OrderRow = {
  id: string;
  header: unknown;
  detail: { [key: string]: never };
  carrierIds: Record<string, string> | null;
};

/**
 * The goods of an order by the place where they are. `carrierIds` has the ids of the carriers in the cash notebook, keyed
 * by the name in the shipment.
 */
export type PartShipments = { parts: GoodsPart[]; carrierIds: Readonly<Record<string, string>> };

/**
 * Finds those of the given orders of which a carrier has or has delivered at least a part of the goods. Returns where
 * their goods are, keyed by order id. The data are from the mirror (our copy of the platform's data). An order whose
 * details were not read yet is not found.
 */
export async function findPartShipments(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
): Promise<Map<string, PartShipments>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<OrderRow[]>`
    SELECT o.id, o.header, o.detail, (
        SELECT jsonb_object_agg(f.one->>'provider', c.id)
        FROM jsonb_array_elements(o.detail->'fulfillments') AS f (one)
        JOIN carriers c ON c.install_id = o.install_id AND c.match_key = fold_tag(f.one->>'provider')
      ) AS "carrierIds"
    FROM orders o
    WHERE o.install_id = ${installId} AND o.id = ANY(${[...orderIds]}) AND o.deleted_at IS NULL
      AND jsonb_path_exists(o.detail, '$.fulfillments[*].status ? (@ == "shipped" || @ == "delivered")')`;
  return new Map(
    rows.map(({ id, header, detail, carrierIds }) => {
      const { total } = Order.parse(header);
      const parts = goodsParts(openDetail({ installId, id, detail, noteEnc: null }), total);
      return [id, { parts, carrierIds: carrierIds ?? {} }] as const;
    }),
  );
}
