import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the order numbers of the given ids, keyed by order id. Deleted orders are included. An order that the mirror
 * (our copy of the platform's data) has never contained is left out.
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
