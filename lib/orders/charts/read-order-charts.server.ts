import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { waiting } from '@/lib/orders/charts/read-order-work.server';
import { standardViews } from '@/lib/orders/views/standard-views';
import type { Money } from '@/lib/shared/numbers/money';
import { dayOf, previousDay, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Days of sales that are shown, today among them. */
const daysShown = 30;
/** Orders of those days that are summed up, newest first; some 100 ms. */
const summedMax = 100_000;
/** Orders that one bar of an age counts. */
const agedMax = 1_000;
const dayMs = 86_400_000;

/** From how many whole days on an order is in each bar. */
const unpaidFromDays = [0, 4, 8, 15] as const;
const unshippedFromDays = [0, 1, 3, 7] as const;

/** What the charts of the home screen show; days are the store's. */
export type OrderCharts = {
  /**
   * Per currency, the one with most orders first; every day is there, oldest first. Orders that were cancelled are left
   * out; what was refunded is not taken off.
   */
  sales: { currency: string; days: { day: string; total: Money; orders: number }[] }[];
  /** There were more orders than are summed: the oldest days are not whole. */
  salesAreCut: boolean;
  /** Delivered and not paid, by whole days since the order was placed: no list tells when it was delivered. */
  unpaid: AgeBar[];
  /** Approved or being processed, likewise. */
  unshipped: AgeBar[];
};

/** `toDays` is the last day that is in it; null: it has no end. `isMore`: there are more than were counted. */
export type AgeBar = { fromDays: number; toDays: number | null; orders: number; isMore: boolean };

/** Reads what the charts show from the mirror, along its indexes; the work is bounded at any number of orders. */
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

/** What was read, by currency and day; a day without any is there too. */
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
    // An order of this very moment is in the first bar, whatever the clocks say.
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
