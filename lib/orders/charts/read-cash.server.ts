import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { waiting } from '@/lib/orders/charts/read-order-work.server';
import { ordersPath } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { hasRight } from '@/lib/shared/roles/roles';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { dayOf, daysBefore, startOfDay } from '@/lib/shared/store-day';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * First day of each age range of unpaid orders, as days since the order was placed. The first range is 0 to 3 days.
 * Days are calendar days in the store's time zone.
 */
const fromDays = [0, 4, 8, 15] as const;
/** Maximum number of orders whose unpaid amounts are summed for one age range. */
export const summedMax = 2_000;
/**
 * Maximum number of orders whose carriers are read. The carrier is only in the detail of an order, which is larger than
 * its list data.
 */
const carriersMax = 300;

/**
 * Number of unpaid orders, and the amount that is still unpaid, one sum for each currency. Amounts of one currency with
 * different decimals have a sum each.
 */
type Unpaid = { orders: number; sums: Money[] };

/**
 * Unpaid amounts of delivered orders. Two kinds of amounts are subtracted: what was already paid on the platform, and
 * what is recorded in the cash notebook (the app's own record of collected cash). The mirror (our copy of the
 * platform's data) has no payment method for most orders (U2). The mirror also has no time of delivery, so the age of
 * an order counts from the day on which it was placed.
 */
export type CashOutside = Unpaid & {
  /** True if an age range has more orders than were summed. The real sums may then be higher. */
  isMore: boolean;
  /**
   * The unpaid amounts of each age range. `toDays` is the last day of the range; null if the range has no end. `path`
   * is the path of a list with exactly the orders in the range.
   */
  ages: (Unpaid & { fromDays: number; toDays: number | null; isMore: boolean; path: `/${string}` })[];
  /**
   * The unpaid amounts of each carrier. `name` is null for orders whose carrier is not known. `carriers` is null if
   * there are no orders, or if there are too many orders to read their carriers.
   */
  carriers: (Unpaid & { name: string | null })[] | null;
  /**
   * The unpaid amounts of the orders whose shipments the app has not yet read. `carriers` does not have these orders.
   * It is left out if there are none, if `carriers` is null, and by a server of an earlier release.
   */
  unreadCarriers?: Unpaid;
};

/**
 * Reads from the mirror how much money the customers of delivered orders still have to pay. `isNotebookUsed`: the cash
 * notebook has an order with owed or overpaid cash.
 */
export async function readCash({
  installId,
  db,
  store,
  role,
}: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role'>): Promise<
  CashOutside & { isNotebookUsed: boolean }
> {
  const amount = amountOf(hasRight(role, 'see_cash'));
  return db.read(async (tx) => {
    const { now, isNotebookUsed } = await readNow(tx, installId);
    const today = dayOf(now, store.timezone);
    const startOf = (daysAgo: number | undefined) =>
      daysAgo === undefined ? null : startOfDay(daysBefore(today, daysAgo), store.timezone);
    const ranges = fromDays.map((from, index) => {
      const next = fromDays[index + 1];
      // The age range with the newest orders has no end time. With an end time, a new order could be missing if the
      // platform's clock is a little ahead of ours.
      const between: Between = [
        startOf(next === undefined ? undefined : next - 1),
        index === 0 ? null : startOf(from - 1),
      ];
      return { from, toDays: next === undefined ? null : next - 1, between };
    });
    const rows = await readRanges(
      tx,
      installId,
      ranges.map(({ between }) => between),
      amount,
    );
    const ages = ranges.map(({ from, toDays, between: [start, end] }, index) => {
      const own = rows.filter(({ place }) => place === index);
      const path = ordersPath({
        ...standardViews.cash_to_collect,
        ...(start && { from: start.toISOString() }),
        ...(end && { to: end.toISOString() }),
      });
      const isMore = own.reduce((count, { orders }) => count + orders, 0) >= summedMax;
      return { ...unpaidOf(own), fromDays: from, toDays, isMore, path };
    });
    const all = unpaidOf(rows);
    const hasFew = all.orders > 0 && all.orders <= carriersMax;
    return {
      ...all,
      isNotebookUsed,
      isMore: ages.some(({ isMore }) => isMore),
      ages,
      ...(hasFew ? await readCarriers(tx, installId, amount) : { carriers: null }),
    };
  });
}

/**
 * Reads the time of the database and whether the cash notebook is used. One statement reads both, so stores without cash
 * need no further round trip. With the sort, PostgreSQL reads one entry of an index and not all orders of all stores.
 */
async function readNow(tx: Tx, installId: string): Promise<{ now: Date; isNotebookUsed: boolean }> {
  const [row] = await tx.$queryRaw<{ now: Date; isNotebookUsed: boolean }[]>`
    SELECT clock_timestamp()::timestamptz(3) AS now, coalesce((SELECT true FROM cash_orders
      WHERE install_id = ${installId} AND owed_minor <> 0 ORDER BY since, order_id LIMIT 1), false) AS "isNotebookUsed"`;
  if (!row) throw new Error('the database returned no time');
  return row;
}

type Between = [Date | null, Date | null];
type Row = { currency: string; decimals: number; orders: number; unpaid: bigint };

/**
 * SQL columns for the unpaid amount of an order `o`. `left_minor`: the amount that is not paid on the platform.
 * `recorded_minor`: the amount that the cash notebook (the app's own record of collected cash) has for the order:
 * remitted, kept as a fee or written off. The notebook is read only if the store has entries in it. An order with
 * entries may still be unpaid on the platform, because only the store can mark the order as paid (U3). A role without
 * the right `see_cash` gets 0, so that it does not learn the amounts of the notebook (S35).
 */
const amountOf = (maySeeCash: boolean) => Prisma.sql`, o.currency, o.decimals,
  o.total_minor - coalesce((o.header->'paid'->>'amount_minor')::bigint, 0) AS left_minor,
  ${maySeeCash ? recordedMinor : Prisma.sql`0::bigint`} AS recorded_minor`;
const recordedMinor = Prisma.sql`CASE WHEN EXISTS (SELECT FROM cash_entries)
  THEN coalesce((SELECT k.due_minor - k.open_minor FROM cash_orders k
    WHERE k.install_id = o.install_id AND k.order_id = o.id), 0) ELSE 0 END`;
const sums = Prisma.sql`currency, decimals, count(*)::int AS orders,
  sum(greatest(0, left_minor - recorded_minor))::bigint AS unpaid`;

function readRanges(
  tx: Tx,
  installId: string,
  ranges: Between[],
  amount: Prisma.Sql,
): Promise<(Row & { place: number })[]> {
  const of = (between: Between, place: number) => Prisma.sql`
    SELECT ${place}::int AS place, ${sums} FROM (
      SELECT * FROM (
        ${waiting(installId, standardViews.cash_to_collect, { limit: summedMax, between, more: amount })}
      ) AS found LIMIT ${summedMax}) AS range
    GROUP BY currency, decimals`;
  return tx.$queryRaw<(Row & { place: number })[]>(Prisma.join(ranges.map(of), ' UNION ALL '));
}

/**
 * Sums the unpaid orders by carrier. The carrier of an order is the provider of its newest shipment that was not
 * cancelled. An order whose shipments the app has not yet read is not an order without a carrier.
 */
async function readCarriers(
  tx: Tx,
  installId: string,
  amount: Prisma.Sql,
): Promise<Pick<CashOutside, 'carriers' | 'unreadCarriers'>> {
  const carrier = Prisma.sql`${amount}, o.detail IS NULL AS "isUnread", (
    SELECT nullif(trim(f.one->>'provider'), '')
    FROM jsonb_array_elements(o.detail->'fulfillments') WITH ORDINALITY AS f (one, position)
    WHERE f.one->>'status' <> 'cancelled' ORDER BY f.position DESC LIMIT 1) AS name`;
  const rows = await tx.$queryRaw<(Row & { name: string | null; isUnread: boolean })[]>`
    SELECT name, "isUnread", ${sums} FROM (
      ${waiting(installId, standardViews.cash_to_collect, { limit: carriersMax, more: carrier })}
    ) AS found GROUP BY name, "isUnread", currency, decimals ORDER BY orders DESC, name`;
  const [read, unread] = [rows.filter(({ isUnread }) => !isUnread), rows.filter(({ isUnread }) => isUnread)];
  return {
    carriers: [...new Set(read.map(({ name }) => name))].map((name) => ({
      name,
      ...unpaidOf(read.filter((row) => row.name === name)),
    })),
    ...(unread.length > 0 && { unreadCarriers: unpaidOf(unread) }),
  };
}

function unpaidOf(rows: readonly Row[]): Unpaid {
  const money = new Map<string, Money>();
  for (const row of rows) {
    const { currency, decimals, unpaid } = row;
    const before = money.get(currencyKey(row))?.amount_minor ?? 0;
    money.set(currencyKey(row), { currency, decimals, amount_minor: before + Number(unpaid) });
  }
  return { orders: rows.reduce((count, { orders }) => count + orders, 0), sums: [...money.values()] };
}
