import 'server-only';
import type { DayFigures, DayOpening } from '@/lib/cash/day/day-view';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { currencyKey } from '@/lib/shared/numbers/money';

/** A store day: the day as text (YYYY-MM-DD), its first moment, and the first moment of the next day. */
export type DaySpan = { day: string; startsAt: Date; endsAt: Date };

/** A currency with its number of decimals. Amounts with different numbers of decimals are never added up. */
export type DayCurrency = { currency: string; decimals: number };

type Row = DayCurrency & {
  part: 'created' | 'shipped' | 'owed' | 'remitted' | 'fee' | 'written_off';
  orders: number;
  minor: bigint;
};

/**
 * Maximum number of days between the placing of an order and the shipment of its first part. Partly shipped orders that
 * were placed earlier are not counted, so that the query need not read all orders that were never shipped.
 */
const partShippedDays = 90;

/** Returns the empty figures of a currency. */
export function noFigures({ currency, decimals }: DayCurrency): DayFigures {
  const zero = () => ({ amount_minor: 0, currency, decimals });
  return {
    currency,
    decimals,
    created: { orders: 0, sum: zero() },
    shipped: { orders: 0, sum: zero() },
    remitted: zero(),
    fee: zero(),
    writtenOff: zero(),
    owed: { orders: 0, sum: zero() },
  };
}

/**
 * Returns the figures of a day per currency, from the mirror (our copy of the platform's data) and from the cash
 * notebook. One statement reads all figures, so they show the same state of the database.
 *
 * `shipped` counts the orders of the notebook that were shipped on the day and did not come back. Only rows whose
 * present stage began on the day or later are read. The present stage of an order cannot be older than its shipment. An
 * order that was paid before its shipment is not counted, because the carrier collects no cash for it.
 */
export async function readDayFigures(
  tx: Tx,
  installId: string,
  { startsAt, endsAt }: DaySpan,
): Promise<Map<string, DayFigures>> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT currency, decimals, 'created' AS part, count(*)::int AS orders, sum(total_minor)::bigint AS minor
    FROM orders WHERE install_id = ${installId} AND deleted_at IS NULL AND status <> 'cancelled'
      AND created_at >= ${startsAt}::timestamptz AND created_at < ${endsAt}::timestamptz AND currency IS NOT NULL
      AND decimals IS NOT NULL
    GROUP BY 1, 2
    UNION ALL
    SELECT k.currency, k.decimals, 'shipped', count(*)::int, sum(k.due_minor)::bigint
    FROM cash_orders k JOIN orders o ON o.install_id = ${installId} AND o.id = k.order_id
      CROSS JOIN LATERAL (
        SELECT min((f.one->>'created_at')::timestamptz) FILTER (WHERE f.one->>'status' <> 'cancelled') AS at
        FROM jsonb_array_elements(o.detail->'fulfillments') AS f (one)) AS parcel
    WHERE k.install_id = ${installId} AND k.since >= ${startsAt}::timestamptz
      AND k.state = ANY('{with_carrier,delivered,paid,short,remitted,written_off}'::text[])
      AND (k.stage IN ('with_carrier', 'delivered')
        OR (k.stage = 'paid' AND k.since >= parcel.at::timestamptz(3)))
      AND parcel.at >= ${startsAt}::timestamptz AND parcel.at < ${endsAt}::timestamptz
    GROUP BY 1, 2
    UNION ALL
    SELECT currency, decimals, 'owed', count(*)::int, sum(owed_minor)::bigint
    FROM cash_orders WHERE install_id = ${installId} AND owed_minor <> 0 GROUP BY 1, 2
    UNION ALL ${entriesOf(installId, startsAt, endsAt)}`;
  return figuresOf(rows);
}

/**
 * Counts per currency the orders of the cash notebook that still wait for their hand-over, and of which the first part
 * was shipped on the day. The record of a closed day does not have this number, so only the open screen reads it.
 */
export async function countPartShipped(
  tx: Tx,
  installId: string,
  { startsAt, endsAt }: DaySpan,
): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<(DayCurrency & { orders: number })[]>`
    SELECT k.currency, k.decimals, count(*)::int AS orders
    FROM cash_orders k JOIN orders o ON o.install_id = ${installId} AND o.id = k.order_id
      CROSS JOIN LATERAL (
        SELECT min((f.one->>'created_at')::timestamptz) AS at
        FROM jsonb_array_elements(o.detail->'fulfillments') AS f (one)
        WHERE f.one->>'status' IN ('shipped', 'delivered')) AS parcel
    WHERE k.install_id = ${installId} AND k.state = 'to_hand_over'
      AND k.since >= ${startsAt}::timestamptz - ${partShippedDays} * interval '1 day'
      AND o.updated_at >= ${startsAt}::timestamptz
      AND parcel.at >= ${startsAt}::timestamptz AND parcel.at < ${endsAt}::timestamptz
    GROUP BY 1, 2`;
  return new Map(rows.map((row) => [currencyKey(row), row.orders]));
}

/**
 * Reads the sums of the cash entries of a period, without the other figures of readDayFigures. The query is fast even
 * for a day that is long ago.
 */
export async function readEntryFigures(
  tx: Tx,
  installId: string,
  { startsAt, endsAt }: Omit<DaySpan, 'day'>,
): Promise<Map<string, DayFigures>> {
  return figuresOf(await tx.$queryRaw<Row[]>`${entriesOf(installId, startsAt, endsAt)}`);
}

/** SQL query: the sums of the entries that were posted in a period. Entries of undone postings are left out. */
const entriesOf = (installId: string, startsAt: Date, endsAt: Date) => Prisma.sql`
  SELECT e.currency, e.decimals, e.kind AS part, count(DISTINCT e.order_id)::int AS orders,
    sum(e.amount_minor)::bigint AS minor
  FROM cash_postings p JOIN cash_entries e
    ON e.install_id = ${installId} AND e.posting_id = p.id AND NOT e.is_reversal
  WHERE p.install_id = ${installId} AND p.undone_at IS NULL
    AND p.created_at >= ${startsAt}::timestamptz AND p.created_at < ${endsAt}::timestamptz
  GROUP BY 1, 2, 3`;

function figuresOf(rows: readonly Row[]): Map<string, DayFigures> {
  const figures = new Map<string, DayFigures>();
  for (const row of rows) {
    const one = figures.get(currencyKey(row)) ?? noFigures(row);
    figures.set(currencyKey(row), one);
    if (row.part === 'created' || row.part === 'shipped' || row.part === 'owed')
      one[row.part] = { orders: row.orders, sum: { ...one[row.part].sum, amount_minor: Number(row.minor) } };
    else one[row.part === 'written_off' ? 'writtenOff' : row.part].amount_minor = Number(row.minor);
  }
  return figures;
}

/**
 * Returns per currency the cash that was counted on the last closed day before the given day. Only the newest version
 * of a record is used.
 */
export async function readOpenings(tx: Tx, installId: string, day: string): Promise<Map<string, DayOpening>> {
  const rows = await tx.$queryRaw<(DayCurrency & { minor: bigint; day: string })[]>`
    SELECT DISTINCT ON (s.currency, s.decimals) s.currency, s.decimals, s.counted_minor AS minor, d.day::text AS day
    FROM cash_days d JOIN cash_day_sums s ON s.install_id = ${installId} AND s.day_id = d.id
    WHERE d.install_id = ${installId} AND d.day < ${day}::date AND NOT EXISTS (
      SELECT FROM cash_days n WHERE n.install_id = ${installId} AND n.day = d.day AND n.version > d.version)
    ORDER BY s.currency, s.decimals, d.day DESC`;
  return new Map(
    rows.map(({ currency, decimals, minor, day: from }) => [
      currencyKey({ currency, decimals }),
      { money: { amount_minor: Number(minor), currency, decimals }, day: from },
    ]),
  );
}
