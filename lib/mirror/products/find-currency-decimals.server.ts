import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Maximum number of orders that are examined, the newest first. Currencies that occur only in older orders are not in
 * the result.
 */
const ordersMax = 500;

/** Returns the number of decimals of each currency that occurs in the totals of the newest orders. */
export async function findCurrencyDecimals(tx: Tx, installId: InstallId): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ currency: string; decimals: number }[]>`
    SELECT DISTINCT ON (currency) currency, decimals::int FROM (
      SELECT header #>> '{total,currency}' AS currency, header #>> '{total,decimals}' AS decimals, created_at
      FROM orders WHERE install_id = ${installId} AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${ordersMax}) AS newest
    WHERE currency IS NOT NULL AND decimals IS NOT NULL
    ORDER BY currency, created_at DESC`;
  return new Map(rows.map(({ currency, decimals }) => [currency, decimals]));
}
