import 'server-only';
import { orderKey, trackingKey } from '@/lib/cash/sheet/remittance-sheet';
import type { Tx } from '@/lib/system/db';

type Codes = { orders: readonly string[]; trackings: readonly string[] };

/**
 * Returns the ids of all orders that have one of these order numbers or tracking numbers, in any notation: with
 * Arabic-Indic digits, with "#" or without, and tracking numbers also without their separators. Both are found along an
 * index. Deleted orders are left out.
 */
export async function findOrdersByCode(tx: Tx, installId: string, codes: Codes): Promise<string[]> {
  const trackings = [...new Set(codes.trackings.map(trackingKey))].filter(Boolean);
  const numbers = new Set<string>();
  for (const order of codes.orders) {
    const key = orderKey(order);
    for (const spelling of [key, key.toLowerCase(), order.trim()])
      if (key !== '') numbers.add(spelling).add(`#${spelling}`);
  }
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders
    WHERE install_id = ${installId} AND deleted_at IS NULL AND order_number = ANY(${[...numbers]})
    UNION
    SELECT id FROM find_orders_by_tracking(${trackings}::text[])`;
  return found.map(({ id }) => id);
}
