import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { waiting } from '@/lib/orders/charts/read-order-work.server';
import { standardViews } from '@/lib/orders/views/standard-views';
import type { Money } from '@/lib/shared/numbers/money';
import { dayOf, previousDay, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Number of days in the sales chart, including today. */
const daysShown = 30;
/** Maximum number of orders whose sales are summed for the chart, newest first. Reading so many takes about 100 ms. */
const summedMax = 100_000;
/** Maximum number of orders that are counted for one bar of an age chart. */
const agedMax = 1_000;
const dayMs = 86_400_000;

/** Age in whole days at which each bar of the age charts starts. */
const unpaidFromDays = [0, 4, 8, 15] as const;
const unshippedFromDays = [0, 1, 3, 7] as const;

/** Data of the charts on the home screen. Days begin and end in the time zone of the store. */
export type OrderCharts = {
  /**
   * Sales per currency; the currency with the most orders is first. Every day of the chart has an entry, oldest first.
   * Cancelled orders are left out. Refunds are not subtracted.
   */
  sales: { currency: string; days: { day: string; total: Money; orders: number }[] }[];
  /**
   * True if there were more orders than the maximum that is summed. The sales of the oldest days are then incomplete.
   */
  salesAreCut: boolean;
  /**
   * Orders that are delivered but unpaid, by whole days since the order was placed. The time of the delivery is not
   * used, because the platform's order list does not contain it.
   */
  unpaid: AgeBar[];
  /** Orders that are approved or processing, by whole days since the order was placed. */
  unshipped: AgeBar[];
};

/**
 * One bar of an age chart. `toDays` is the last day of the bar; null if the bar has no end. `isMore` is true if the
 * count stopped at its maximum, so there may be more orders.
 */
export type AgeBar = { fromDays: number; toDays: number | null; orders: number; isMore: boolean };

/**
 * Reads the data of the order charts from the mirror, using its indexes. Maximum numbers of orders limit the work, even
 * in a very large store.
 */
export async function readOrderCharts({
  installId,
  db,
  store,
}: Pick<InstallContext, 'installId' | 'db' | 'store'>): Promise<OrderCharts> {
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const days = lastDays(now, store.timezone);
    const sold = await readSales(tx, installId, days, store.timezone);
    return {
      ...sold,
      unpaid: await readAges(tx, installId, standardViews.cash_to_collect, unpaidFromDays, now),
      unshipped: await readAges(tx, installId, standardViews.to_ship, unshippedFromDays, now),
    };
  });
}

function lastDays(now: Date, timeZone: string): string[] {
  const days = [dayOf(now, timeZone)];
  while (days.length < daysShown) days.unshift(previousDay(days[0] ?? ''));
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
): Promise<Pick<OrderCharts, 'sales' | 'salesAreCut'>> {
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

/** Groups the sums by currency and day. A day without orders gets an entry with zero. */
function salesOf(rows: readonly Sold[], days: readonly string[]): OrderCharts['sales'] {
  const ordersOf = (currency: string) =>
    rows.reduce((sum, row) => (row.currency === currency ? sum + row.orders : sum), 0);
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
    .filter((currency) => ordersOf(currency) > 0)
    .sort((one, other) => ordersOf(other) - ordersOf(one) || (one < other ? -1 : 1));
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const decimals = own[0]?.decimals ?? 0;
    return {
      currency,
      days: days.map((day, index) => {
        const row = own.find(({ place }) => place === index + 1);
        const total = { amount_minor: Number(row?.total ?? 0), currency, decimals };
        return { day, total, orders: row?.orders ?? 0 };
      }),
    };
  });
}

async function readAges(
  tx: Tx,
  installId: string,
  view: Parameters<typeof waiting>[1],
  fromDays: readonly number[],
  now: Date,
): Promise<AgeBar[]> {
  const ago = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() - days * dayMs);
  const bars = fromDays.map((from, index) => {
    const next = fromDays[index + 1];
    // The first bar, with the newest orders, has no upper limit of time. So it includes an order that was created right
    // now, even if the clocks of the platform and the database differ.
    const between: [Date | null, Date | null] = [ago(next), index === 0 ? null : ago(from)];
    return Prisma.sql`SELECT ${index}::int AS place, count(*)::int AS orders
      FROM (SELECT id FROM (${waiting(installId, view, { limit: agedMax, between })}) AS found LIMIT ${agedMax}) AS bar`;
  });
  const rows = await tx.$queryRaw<{ place: number; orders: number }[]>(Prisma.join(bars, ' UNION ALL '));
  return fromDays.map((from, index) => {
    const orders = rows.find(({ place }) => place === index)?.orders ?? 0;
    const next = fromDays[index + 1];
    return {
      fromDays: from,
      toDays: next === undefined ? null : next - 1,
      orders,
      isMore: orders >= agedMax,
    };
  });
}
