import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the numbers of the orders with the given ids, keyed by order id. The result includes deleted orders. The
 * result has no entry for an order that the mirror has never contained.
 */
export async function findOrderNumbers(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: [...ids] } },
    select: { id: true, orderNumber: true },
  });
  return new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
}
