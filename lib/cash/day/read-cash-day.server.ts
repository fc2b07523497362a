import 'server-only';
import { isClosable, spanOf } from '@/lib/cash/day/close-day.server';
import { pastDaysMax } from '@/lib/cash/day/day-limits';
import type {
  CashDayView,
  ClosedDay,
  DayChange,
  DayFigures,
  DayRecord,
  OpenDayFigures,
} from '@/lib/cash/day/day-view';
import {
  type DayCurrency,
  noFigures,
  countPartShipped,
  readDayFigures,
  readEntryFigures,
  readOpenings,
} from '@/lib/cash/day/read-day-figures.server';
import { readRecord } from '@/lib/cash/day/read-day-record.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { dayOf, daysBefore, nextDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';
import { currencyKey } from '@/lib/shared/numbers/money';

/** Maximum numbers of closed days and of open days that the screen lists. */
const closedShown = 60;
const openShown = 7;

type Context = Pick<InstallContext, 'installId' | 'db' | 'store'>;

/** Reads the data of the screen of a store day. If no day is given, the screen shows today. */
export async function readCashDay(
  { installId, db, store }: Context,
  asked: string | undefined,
): Promise<CashDayView> {
  return db.transaction(async (tx) => {
    const today = dayOf(await dbNow(tx), store.timezone);
    const day = asked ?? today;
    const versions = await tx.$queryRaw<
      { id: string; version: number; at: Date; actorName: string | null }[]
    >`
      SELECT id, version, created_at AS at, actor_name AS "actorName" FROM cash_days
      WHERE install_id = ${installId} AND day = ${day}::date ORDER BY version DESC`;
    const [newest, ...corrected] = versions.map(({ at, ...version }) => ({
      ...version,
      at: at.toISOString(),
    }));
    const record = newest ? await readRecord(tx, installId, newest.id) : null;
    const closed = await readClosed(tx, installId);
    const isLaterClosed = closed.some((one) => one.day > day);
    return {
      day,
      today,
      record,
      corrected,
      changes: record ? await readChanges(tx, installId, record) : [],
      figures: isClosable(day, today) ? await readOpenFigures(tx, installId, day, store) : [],
      isLaterClosed,
      openDays: isLaterClosed ? [] : await readOpenDays(tx, installId, { day, today }, store.timezone),
      closed,
    };
  });
}

/**
 * Reads the figures of a day that can be closed. The currency of the store is first; all further currencies are sorted
 * by name. A currency in which orders were only partly shipped is left out. The record of the day would have no amount
 * for it.
 */
async function readOpenFigures(
  tx: Tx,
  installId: string,
  day: string,
  store: DayCurrency & { timezone: string },
): Promise<OpenDayFigures[]> {
  const span = spanOf(day, store.timezone);
  if (!span) return [];
  const figures = await readDayFigures(tx, installId, span);
  const partShipped = await countPartShipped(tx, installId, span);
  const openings = await readOpenings(tx, installId, day);
  const own = currencyKey(store);
  const others = [...new Set([...figures.keys(), ...openings.keys()])].filter((key) => key !== own).sort();
  return [own, ...others].map((key) => {
    const opening = openings.get(key) ?? null;
    const parts = partShipped.get(key);
    return {
      ...(figures.get(key) ?? noFigures(opening?.money ?? store)),
      ...(parts !== undefined && { partShipped: parts }),
      opening,
    };
  });
}

/**
 * Returns the amounts that have changed since the record of a day was stored. The recorded sums are compared with the
 * present sums of the cash entries in the same period. The recorded opening amount is compared with the cash that was
 * counted on the last closed day before this day.
 */
async function readChanges(tx: Tx, installId: string, { id, day, sums }: DayRecord): Promise<DayChange[]> {
  const { startsAt, endsAt } = await tx.cashDay.findUniqueOrThrow({
    where: { installId_id: { installId, id } },
    select: { startsAt: true, endsAt: true },
  });
  const figures = await readEntryFigures(tx, installId, { startsAt, endsAt });
  const openings = await readOpenings(tx, installId, day);
  const recorded = new Map(sums.map((sum) => [currencyKey(sum), sum]));
  return [...new Set([...recorded.keys(), ...figures.keys()])].flatMap((key) => {
    const sum = recorded.get(key);
    const now: DayFigures | undefined = figures.get(key) ?? (sum && noFigures(sum));
    if (!now) return [];
    const was = sum ?? noFigures(now);
    const opening = openings.get(key);
    const changes: DayChange[] = [
      ...(sum && opening ? [{ part: 'opening' as const, was: sum.opening, now: opening.money }] : []),
      ...(['remitted', 'fee', 'writtenOff'] as const).map((part) => ({
        part,
        was: was[part],
        now: now[part],
      })),
    ];
    return changes.filter((change) => change.was.amount_minor !== change.now.amount_minor);
  });
}

/**
 * Reads the last closed days, each with the differences between counted and expected cash. Only the newest version of a
 * record is used.
 */
async function readClosed(tx: Tx, installId: string): Promise<ClosedDay[]> {
  const rows = await tx.$queryRaw<
    {
      day: string;
      version: number;
      actorName: string | null;
      differences: { minor: string; currency: string; decimals: number }[] | null;
    }[]
  >`
    SELECT d.day::text AS day, d.version, d.actor_name AS "actorName", (
      SELECT jsonb_agg(jsonb_build_object('minor', s.difference_minor::text, 'currency', s.currency,
        'decimals', s.decimals) ORDER BY s.currency, s.decimals)
      FROM cash_day_sums s
      WHERE s.install_id = ${installId} AND s.day_id = d.id AND s.difference_minor <> 0) AS differences
    FROM cash_days d
    WHERE d.install_id = ${installId} AND NOT EXISTS (
      SELECT FROM cash_days n WHERE n.install_id = ${installId} AND n.day = d.day AND n.version > d.version)
    ORDER BY d.day DESC LIMIT ${closedShown}`;
  return rows.map(({ differences, ...row }) => ({
    ...row,
    differences: (differences ?? []).map(({ minor, currency, decimals }) => ({
      amount_minor: Number(minor),
      currency,
      decimals,
    })),
  }));
}

/**
 * Returns the days with postings between the last closed day and the given day that can still be closed, the oldest
 * first. After a day is closed, no earlier day can be closed. So call this function only if no day after the given day
 * is closed.
 */
async function readOpenDays(
  tx: Tx,
  installId: string,
  { day, today }: { day: string; today: string },
  timeZone: string,
): Promise<string[]> {
  const [last] = await tx.$queryRaw<{ day: string }[]>`
    SELECT d.day::text AS day FROM cash_days d WHERE d.install_id = ${installId} AND d.day < ${day}::date
    ORDER BY d.day DESC LIMIT 1`;
  if (!last) return [];
  const oldest = daysBefore(today, pastDaysMax);
  const from = spanOf(last.day < oldest ? oldest : nextDay(last.day), timeZone);
  const until = spanOf(day, timeZone);
  if (!from || !until) return [];
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    SELECT min(created_at) AS at FROM cash_postings
    WHERE install_id = ${installId} AND undone_at IS NULL
      AND created_at >= ${from.startsAt}::timestamptz AND created_at < ${until.startsAt}::timestamptz
    GROUP BY (created_at AT TIME ZONE ${timeZone})::date ORDER BY 1 LIMIT ${openShown}`;
  return rows.map(({ at }) => dayOf(at, timeZone));
}
