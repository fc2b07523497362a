import 'server-only';
import type { UnrecordedCash } from '@/lib/cash/cash-view';
import { isUnrecorded } from '@/lib/cash/list-cash-orders.server';
import type { InstallContext } from '@/lib/installs/require-install.server';

type Row = {
  carrierId: string | null;
  carrierName: string | null;
  currency: string;
  decimals: number;
  orders: number;
  minor: bigint;
};

/**
 * Reads the number and the sum of the orders that are paid in the store and have no recorded cash, for each carrier and
 * currency. Amounts of different currencies are never added. The orders without a known carrier are last.
 */
export async function readUnrecorded({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<UnrecordedCash[]> {
  const rows = await db.read(async (tx) => {
    // With these settings, PostgreSQL reads only these orders along an index, as for the balances.
    await tx.$executeRaw`SELECT set_config(name, value, true) FROM (VALUES ('enable_seqscan', 'off'),
      ('enable_bitmapscan', 'off'), ('jit', 'off'), ('max_parallel_workers_per_gather', '0')) AS s (name, value)`;
    return tx.$queryRaw<Row[]>`
      SELECT sums.*, c.name AS "carrierName" FROM (
        SELECT carrier_id AS "carrierId", currency, decimals, count(*)::int AS orders, sum(open_minor)::bigint AS minor
        FROM cash_orders WHERE install_id = ${installId} AND ${isUnrecorded}
        GROUP BY 1, 2, 3) AS sums
      LEFT JOIN carriers c ON c.install_id = ${installId} AND c.id = sums."carrierId"
      ORDER BY c.name NULLS LAST, sums."carrierId", sums.currency, sums.decimals`;
  });
  return rows.map(({ carrierId, carrierName, orders, minor, currency, decimals }) => ({
    carrierId,
    carrierName,
    orders,
    sum: { amount_minor: Number(minor), currency, decimals },
  }));
}
