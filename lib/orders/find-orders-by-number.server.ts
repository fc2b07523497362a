import 'server-only';
import { numbersOf } from '@/lib/orders/order-search';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the orders with exactly the given order number. The number may be typed with Latin or Arabic digits, and with
 * or without "#". The result has more than one order only if the store used a number twice.
 */
export async function findOrdersByNumber(
  tx: Tx,
  installId: InstallId,
  typed: string,
): Promise<{ id: string; number: string }[]> {
  return tx.$queryRaw`
    SELECT id, order_number AS number FROM orders
    WHERE install_id = ${installId} AND deleted_at IS NULL AND order_number = ANY(${numbersOf(typed)}) LIMIT 20`;
}
