import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ChartPeriod } from '@/lib/shared/chart-periods';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { dayOf, daysBefore, previousDay, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';

/**
 * Maximum number of orders whose sales are summed for the chart, the newest first. Reading so many orders takes about
 * 100 ms.
 */
const summedMax = 100_000;

/** Data of the charts on the home screen. Days are calendar days in the time zone of the store. */
export type OrderCharts = {
  /**
   * Sales per currency; the currency with the most orders is first. Amounts of one currency with different decimals have
   * an entry each. Every day of the chart has an entry, oldest first. Cancelled orders are left out. Refunds are not
   * subtracted. `weekBefore` is the total of the seven days before the chart. Only a chart of seven days has it. It is
   * absent if these days have no sales, or more orders than `summedMax`, and from a server of an earlier release.
   */
  sales: {
    currency: string;
    decimals: number;
    days: { day: string; total: Money; orders: number }[];
    weekBefore?: Money;
  }[];
  /**
   * True if the days of the chart have more orders than `summedMax`. In this case, the sales of the oldest days are
   * incomplete.
   */
  salesAreCut: boolean;
};

/**
 * Reads the data of the order charts from the mirror (our copy of the platform's data). The query uses indexes and
 * examines a limited number of orders. So it is fast even in a very large store.
 */
export async function readOrderCharts(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  period: ChartPeriod,
): Promise<OrderCharts> {
  return db.read(async (tx) => {
    const days = lastDays(await dbNow(tx), store.timezone, period);
    const charts = await readSales(tx, installId, days, store.timezone);
    const [first = ''] = days;
    const [start, end] = [
      startOfDay(daysBefore(first, 7), store.timezone),
      startOfDay(first, store.timezone),
    ];
    if (period !== 7 || !start || !end) return charts;
    const before = await readTotals(tx, installId, { start, end });
    return {
      ...charts,
      sales: charts.sales.map((one) => {
        const weekBefore = before.find((total) => currencyKey(total) === currencyKey(one));
        return weekBefore ? { ...one, weekBefore } : one;
      }),
    };
  });
}

function lastDays(now: Date, timeZone: string, count: number): string[] {
  const days = [dayOf(now, timeZone)];
  while (days.length < count) days.unshift(previousDay(days[0] ?? ''));
  return days;
}

type Sold = {
  currency: string;
  decimals: number;
  place: number;
  orders: number;
  total: bigint;
  looked: number;
};

async function readSales(
  tx: Tx,
  installId: string,
  days: readonly string[],
  timeZone: string,
): Promise<OrderCharts> {
  const starts = days.flatMap((day) => startOfDay(day, timeZone)?.toISOString() ?? []);
  const rows = await tx.$queryRaw<Sold[]>`
    SELECT currency, decimals, width_bucket(created_at, ${starts}::timestamptz[])::int AS place,
      count(*) FILTER (WHERE status <> 'cancelled')::int AS orders,
      coalesce(sum(total_minor) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total,
      sum(count(*)) OVER ()::int AS looked
    FROM (
      SELECT currency, decimals, created_at, status, total_minor FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL AND created_at >= ${starts[0]}::timestamptz
      ORDER BY created_at DESC LIMIT ${summedMax}
    ) AS newest GROUP BY 1, 2, 3`;
  return { sales: salesOf(rows, days), salesAreCut: (rows[0]?.looked ?? 0) >= summedMax };
}

/**
 * Returns the totals of the orders that were made in a time, one for each currency, without canceled orders. Returns no
 * total if there are more than `summedMax` orders.
 */
async function readTotals(
  tx: Tx,
  installId: string,
  { start, end }: { start: Date; end: Date },
): Promise<Money[]> {
  const rows = await tx.$queryRaw<Omit<Sold, 'place'>[]>`
    SELECT currency, decimals, count(*) FILTER (WHERE status <> 'cancelled')::int AS orders,
      coalesce(sum(total_minor) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total,
      sum(count(*)) OVER ()::int AS looked
    FROM (
      SELECT currency, decimals, status, total_minor FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL
        AND created_at >= ${start.toISOString()}::timestamptz AND created_at < ${end.toISOString()}::timestamptz
      ORDER BY created_at DESC LIMIT ${summedMax}
    ) AS newest GROUP BY 1, 2`;
  if ((rows[0]?.looked ?? 0) >= summedMax) return [];
  return rows.flatMap(({ currency, decimals, orders, total }) =>
    orders > 0 ? [{ amount_minor: Number(total), currency, decimals }] : [],
  );
}

/** Groups the sums by currency, decimals and day. A day without orders has a sum of 0. */
function salesOf(rows: readonly Sold[], days: readonly string[]): OrderCharts['sales'] {
  const groups = new Map<string, Sold[]>();
  for (const row of rows) groups.set(currencyKey(row), [...(groups.get(currencyKey(row)) ?? []), row]);
  const sold = [...groups].flatMap(([key, own]) => {
    const orders = own.reduce((sum, row) => sum + row.orders, 0);
    return own[0] && orders > 0
      ? { key, own, orders, currency: own[0].currency, decimals: own[0].decimals }
      : [];
  });
  sold.sort((one, other) => other.orders - one.orders || (one.key < other.key ? -1 : 1));
  return sold.map(({ own, currency, decimals }) => {
    return {
      currency,
      decimals,
      days: days.map((day, index) => {
        const row = own.find(({ place }) => place === index + 1);
        const total = { amount_minor: Number(row?.total ?? 0), currency, decimals };
        return { day, total, orders: row?.orders ?? 0 };
      }),
    };
  });
}
