import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { dayOf, daysBefore, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';

type Sum = { orders: number; total: Money };

/**
 * Sales of today so far, and of the same weekday a week ago up to the same time of day. `day` and `weekAgo` are
 * calendar days of the store (YYYY-MM-DD). Each currency has its own sums. Amounts of one currency with different
 * decimals also have their own sums. The currency of the store is first, even if it has no sales. Cancelled orders are
 * left out. Refunds are not subtracted.
 */
export type TodaySales = { day: string; weekAgo: string; currencies: { today: Sum; weekAgo: Sum }[] };

/**
 * Reads the sales of today and of the same weekday a week ago from the mirror (our copy of the platform's data). `at`
 * replaces the current time in tests.
 */
export async function readToday(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  at?: Date,
): Promise<TodaySales> {
  return db.read(async (tx) => {
    const now = at ?? (await dbNow(tx));
    const day = dayOf(now, store.timezone);
    const weekAgo = daysBefore(day, 7);
    const start = startOfDay(day, store.timezone) ?? now;
    const startThen = startOfDay(weekAgo, store.timezone) ?? now;
    // Computes the same time of day a week ago. If daylight saving time began or ended during the week, this time is
    // not exactly 168 hours ago.
    const then = new Date(now.getTime() - (start.getTime() - startThen.getTime()));
    const rows = await sumsOf(tx, installId, { start, startThen, then });
    const isOwn = ({ currency }: Pick<Row, 'currency'>) => currency === store.currency;
    const own = rows.filter(isOwn);
    const currencies = [...(own.length > 0 ? own : [store]), ...rows.filter((row) => !isOwn(row))];
    const sums = (isToday: boolean, { currency, decimals }: Pick<Money, 'currency' | 'decimals'>): Sum => {
      const key = currencyKey({ currency, decimals });
      const row = rows.find((one) => one.isToday === isToday && currencyKey(one) === key);
      return {
        orders: row?.orders ?? 0,
        total: { amount_minor: Number(row?.total ?? 0), currency, decimals },
      };
    };
    return {
      day,
      weekAgo,
      currencies: [...new Map(currencies.map((one) => [currencyKey(one), one])).values()]
        .map((one) => ({ today: sums(true, one), weekAgo: sums(false, one) }))
        .filter(({ today, weekAgo: before }, index) => index === 0 || today.orders > 0 || before.orders > 0),
    };
  });
}

type Row = { isToday: boolean; currency: string; decimals: number; orders: number; total: bigint };

/**
 * Sums the sales of today, and of the same weekday a week ago up to the same time of day. The sum of today has no upper
 * time limit. With a limit, a new order could be missing if the platform's clock is a little ahead of ours.
 */
function sumsOf(tx: Tx, installId: string, { start, startThen, then }: Record<string, Date>): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    SELECT "isToday", currency, decimals, count(*) FILTER (WHERE status <> 'cancelled')::int AS orders,
      coalesce(sum(total_minor) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total
    FROM (
      SELECT true AS "isToday", currency, decimals, status, total_minor FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL AND created_at >= ${start}
      UNION ALL
      SELECT false, currency, decimals, status, total_minor FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL AND created_at >= ${startThen} AND created_at < ${then}
    ) AS sold GROUP BY 1, 2, 3 ORDER BY orders DESC, currency`;
}
