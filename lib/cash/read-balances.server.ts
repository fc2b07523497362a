import 'server-only';
import { ageFromDays, type CashBalance } from '@/lib/cash/cash-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { dayOf, daysBefore, daysBetween, startOfDay } from '@/lib/shared/store-day';
import { dbNow } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

type Row = {
  carrierId: string | null;
  carrierName: string | null;
  currency: string;
  decimals: number;
  /** The number of orders with an open amount, and the sum of these amounts in minor units. Overpaid orders count too. */
  orders: number;
  sum: bigint;
  /**
   * For each age in `ageFromDays`: the number of owed orders that are at least this old, and their sum in minor units.
   * Overpaid orders are left out.
   */
  aged: number[];
  owed: bigint[];
  /**
   * Time from which the age of the oldest order with owed cash is counted; null if the carrier handed over too much for
   * all orders.
   */
  oldestAt: Date | null;
};

/**
 * Reads what each carrier owes, per currency and age. The age counts from the delivery. If the order has a posting but
 * was not delivered, the age counts from the beginning of its present stage. Days are calendar days in the store's time
 * zone. Amounts of different currencies are never added.
 */
export async function readBalances({
  installId,
  db,
  store,
}: Pick<InstallContext, 'installId' | 'db' | 'store'>): Promise<CashBalance[]> {
  const { rows, today } = await db.read(async (tx) => {
    // With these settings, PostgreSQL reads the owed orders along an index, and not all orders of all stores. Parallel
    // workers are off, because starting them takes longer than the query. Sorts stay allowed, because only the few sums
    // are sorted.
    await tx.$executeRaw`SELECT set_config(name, value, true) FROM (VALUES ('enable_seqscan', 'off'),
      ('enable_bitmapscan', 'off'), ('jit', 'off'), ('max_parallel_workers_per_gather', '0')) AS s (name, value)`;
    const today = dayOf(await dbNow(tx), store.timezone);
    const endOf = (from: number) => startOfDay(daysBefore(today, from - 1), store.timezone);
    // The ages are FILTER conditions and not groups, so there is only one group for each carrier and currency.
    // PostgreSQL expects few groups, so it needs no sort. Each FILTER has a minimum age but no maximum, so it needs
    // few comparisons for each order. The code below subtracts the sums of the older ranges.
    const ages = ageFromDays.map((from, index) =>
      index === 0
        ? Prisma.sql`FILTER (WHERE owed_minor > 0)`
        : Prisma.sql`FILTER (WHERE owed_minor > 0 AND since < ${endOf(from)}::timestamptz)`,
    );
    const found = await tx.$queryRaw<Row[]>`
      SELECT sums.*, c.name AS "carrierName" FROM (
        SELECT carrier_id AS "carrierId", currency, decimals, count(*)::int AS orders, sum(owed_minor)::bigint AS sum,
          ARRAY[${Prisma.join(ages.map((age) => Prisma.sql`count(*) ${age}`))}]::int[] AS aged,
          ARRAY[${Prisma.join(ages.map((age) => Prisma.sql`coalesce(sum(owed_minor) ${age}, 0)`))}]::bigint[] AS owed,
          min(since) FILTER (WHERE owed_minor > 0) AS "oldestAt"
        FROM cash_orders WHERE install_id = ${installId} AND owed_minor <> 0
        GROUP BY 1, 2, 3) AS sums
      LEFT JOIN carriers c ON c.install_id = ${installId} AND c.id = sums."carrierId"
      ORDER BY sums."carrierId" NULLS LAST, sums.currency, sums.decimals`;
    return { rows: found, today };
  });
  return rows.map(({ carrierId, carrierName, currency, decimals, orders, sum, aged, owed, oldestAt }) => {
    const sumOf = (minor: bigint) => ({ amount_minor: Number(minor), currency, decimals });
    return {
      carrierId,
      carrierName,
      orders,
      sum: sumOf(sum),
      ages: aged.map((count, age) => ({
        orders: count - (aged[age + 1] ?? 0),
        sum: sumOf((owed[age] ?? 0n) - (owed[age + 1] ?? 0n)),
      })),
      oldest: oldestAt && {
        at: oldestAt.toISOString(),
        days: daysBetween(dayOf(oldestAt, store.timezone), today),
      },
    };
  });
}
