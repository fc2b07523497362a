import 'server-only';
import { ageFromDays, type CashBalance } from '@/lib/cash/cash-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { dayOf, daysBefore, startOfDay } from '@/lib/shared/store-day';
import { dbNow } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

type Row = {
  carrierId: string | null;
  carrierName: string | null;
  currency: string;
  decimals: number;
  /** Number of owed orders, and their sum in minor units, of each age in `ageFromDays`. */
  orders: number[];
  owed: bigint[];
};

/**
 * Reads what each carrier owes, per currency and age. The age counts from the delivery, or from the beginning of an
 * earlier stage if the order has a posting and was not delivered. Days are calendar days in the store's time zone.
 * Amounts of different currencies are never added.
 */
export async function readBalances({
  installId,
  db,
  store,
}: Pick<InstallContext, 'installId' | 'db' | 'store'>): Promise<CashBalance[]> {
  const rows = await db.transaction(async (tx) => {
    // PostgreSQL must read the owed orders along an index, and not all orders of all stores. Starting parallel workers
    // would take longer than this query. Sorts stay allowed, because only the few sums are sorted.
    await tx.$executeRaw`SELECT set_config(name, value, true) FROM (VALUES ('enable_seqscan', 'off'),
      ('enable_bitmapscan', 'off'), ('jit', 'off'), ('max_parallel_workers_per_gather', '0')) AS s (name, value)`;
    const today = dayOf(await dbNow(tx), store.timezone);
    const endOf = (from: number) => startOfDay(daysBefore(today, from - 1), store.timezone);
    // The ages are FILTER conditions and not groups. PostgreSQL then expects few groups (one for each carrier and
    // currency), so it needs no sort.
    const ages = ageFromDays.map((from, index) => {
      const older = ageFromDays[index + 1];
      const conditions = [
        ...(index === 0 ? [] : [Prisma.sql`since < ${endOf(from)}::timestamptz`]),
        ...(older === undefined ? [] : [Prisma.sql`since >= ${endOf(older)}::timestamptz`]),
      ];
      return Prisma.sql`FILTER (WHERE ${Prisma.join(conditions, ' AND ')})`;
    });
    return tx.$queryRaw<Row[]>`
      SELECT sums.*, c.name AS "carrierName" FROM (
        SELECT carrier_id AS "carrierId", currency, decimals,
          ARRAY[${Prisma.join(ages.map((age) => Prisma.sql`count(*) ${age}`))}]::int[] AS orders,
          ARRAY[${Prisma.join(ages.map((age) => Prisma.sql`coalesce(sum(owed_minor) ${age}, 0)`))}]::bigint[] AS owed
        FROM cash_orders WHERE install_id = ${installId} AND owed_minor <> 0
        GROUP BY 1, 2, 3) AS sums
      LEFT JOIN carriers c ON c.install_id = ${installId} AND c.id = sums."carrierId"
      ORDER BY sums."carrierId" NULLS LAST, sums.currency, sums.decimals`;
  });
  return rows.map(({ carrierId, carrierName, currency, decimals, orders, owed }) => {
    const sumOf = (minor: bigint) => ({ amount_minor: Number(minor), currency, decimals });
    return {
      carrierId,
      carrierName,
      orders: orders.reduce((sum, count) => sum + count, 0),
      sum: sumOf(owed.reduce((sum, minor) => sum + minor, 0n)),
      ages: orders.map((count, age) => ({ orders: count, sum: sumOf(owed[age] ?? 0n) })),
    };
  });
}
