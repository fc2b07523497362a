import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the currency of each given order, and the number of decimals of this currency, keyed by order id. An order
 * that the mirror (our copy of the platform's data) has never contained is left out.
 */
export async function findOrderCurrencies(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, { currency: string; decimals: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: [...ids] } },
    select: { id: true, currency: true, decimals: true },
  });
  return new Map(
    rows.flatMap(({ id, currency, decimals }) =>
      currency === null || decimals === null ? [] : [[id, { currency, decimals }] as const],
    ),
  );
}
