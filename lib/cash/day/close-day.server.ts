import 'server-only';
import type { CloseDayCommand, DayDrawer } from '@/lib/cash/day/day-commands';
import { pastDaysMax } from '@/lib/cash/day/day-limits';
import type { CloseDayOutcome } from '@/lib/cash/day/day-outcome';
import type { DayFigures } from '@/lib/cash/day/day-view';
import {
  type DayCurrency,
  type DaySpan,
  noFigures,
  readDayFigures,
  readOpenings,
} from '@/lib/cash/day/read-day-figures.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { dayOf, daysBefore, nextDay, startOfDay } from '@/lib/shared/store-day';
import { dbNow, type Tx } from '@/lib/system/db';
import { encrypt, isSameText, type Place, sha256Hex } from '@/lib/system/keys/crypto';
import { notifyLive } from '@/lib/system/live/notify';
import { currencyKey } from '@/lib/shared/numbers/money';

type Context = Pick<InstallContext, 'installId' | 'actor' | 'db' | 'store'>;

/**
 * Place of the encrypted reason why counted and expected cash differ. A place is the install, column and row in which a
 * value is stored. The reason can be decrypted only with the place for which it was encrypted.
 */
export const reasonPlace = (
  installId: string,
  dayId: string,
  { currency, decimals }: DayCurrency,
): Place => ({
  installId,
  column: 'cash_day_sums.reason_enc',
  row: [dayId, currency, decimals],
});

/**
 * Place of the encrypted label of a line (money in the drawer that is not a remittance): the install, column and row.
 * The label can be decrypted only with the same place. `line` is the number of the line in its record.
 */
export const labelPlace = (installId: string, dayId: string, line: number): Place => ({
  installId,
  column: 'cash_day_lines.label_enc',
  row: [dayId, line],
});

/** Returns the start and the end of a store day; null if the text is not a day. */
export function spanOf(day: string, timeZone: string): DaySpan | null {
  const [startsAt, endsAt] = [startOfDay(day, timeZone), startOfDay(nextDay(day), timeZone)];
  return startsAt && endsAt && { day, startsAt, endsAt };
}

/** Returns true if a day can be closed or corrected: today, or at most `pastDaysMax` days ago. */
export function isClosable(day: string, today: string): boolean {
  return day <= today && day >= daysBefore(today, pastDaysMax);
}

/**
 * Stores the record of a day in one transaction, or nothing. The figures of the record are read in this transaction. A
 * second request with the same id stores no second record. A correction names the version that it replaces. The
 * replaced version stays stored. Of two users who close the same day, the second gets `already_closed`.
 */
export async function closeDay(
  { installId, actor, db, store }: Context,
  { operationId: id, day, replaces, drawers }: CloseDayCommand,
): Promise<CloseDayOutcome> {
  // The hash of a record does not include reasons and labels. They can have personal data, which somebody could guess
  // from a hash.
  const contentHash = sha256Hex(
    JSON.stringify([
      day,
      replaces,
      drawers.map((drawer) => [
        currencyKey(drawer),
        drawer.openingMinor,
        drawer.countedMinor,
        drawer.lines.map(({ amountMinor }) => amountMinor),
      ]),
    ]),
  );
  return db.transaction(async (tx): Promise<CloseDayOutcome> => {
    // The closings of an install wait for each other, because the opening amount of a day is the count of an earlier
    // day.
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} cash days`}, 0))`;
    const known = await tx.cashDay.findUnique({ where: { installId_id: { installId, id } } });
    if (known) {
      const isSame = known.contentHash === contentHash && (await hasTexts(tx, installId, id, drawers));
      return isSame ? { code: 'closed', status: 200 } : { code: 'reused', status: 409 };
    }
    const span = spanOf(day, store.timezone);
    const today = dayOf(await dbNow(tx), store.timezone);
    if (!span || !isClosable(day, today)) return { code: 'day_wrong', status: 422 };
    const conflict = await findConflict(tx, installId, day, replaces);
    if (conflict) return { code: conflict, status: 409 };
    const figures = await readDayFigures(tx, installId, span);
    if (!(await isAsSeen(tx, { installId, day, store, figures, drawers })))
      return { code: 'changed', status: 409 };
    if (drawers.some((drawer) => differenceOf(drawer) !== 0n && drawer.reason === ''))
      return { code: 'reason_missing', status: 422 };
    await tx.$executeRaw`
      INSERT INTO cash_days (install_id, id, day, version, starts_at, ends_at, content_hash, actor_sub, actor_name)
      VALUES (${installId}, ${id}::uuid, ${day}::date, ${(replaces ?? 0) + 1}::int, ${span.startsAt}::timestamptz,
        ${span.endsAt}::timestamptz, ${contentHash}, ${actor?.sub ?? null}, ${actor?.name ?? null})`;
    let line = 0;
    for (const drawer of drawers) {
      await insertSum(tx, installId, id, drawer, figures.get(currencyKey(drawer)) ?? noFigures(drawer));
      for (const { label, amountMinor } of drawer.lines) {
        await tx.$executeRaw`
          INSERT INTO cash_day_lines (install_id, day_id, line, currency, decimals, amount_minor, label_enc)
          VALUES (${installId}, ${id}::uuid, ${line}::int, ${drawer.currency}, ${drawer.decimals}::int,
            ${BigInt(amountMinor)}::bigint, ${encrypt(label, labelPlace(installId, id, line))})`;
        line += 1;
      }
    }
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'closed', status: 200 };
  });
}

/** True if a stored record with the same amounts also has the same reasons and labels. */
async function hasTexts(
  tx: Tx,
  installId: string,
  dayId: string,
  drawers: readonly DayDrawer[],
): Promise<boolean> {
  const where = { installId, dayId };
  const sums = new Map((await tx.cashDaySum.findMany({ where })).map((sum) => [currencyKey(sum), sum]));
  const lines = await tx.cashDayLine.findMany({ where });
  const labels = drawers.flatMap((drawer) => drawer.lines.map(({ label }) => label));
  return (
    drawers.every((drawer) => {
      const reasonEnc = sums.get(currencyKey(drawer))?.reasonEnc ?? null;
      return isSameText(reasonEnc, reasonPlace(installId, dayId, drawer), drawer.reason);
    }) &&
    lines.every(({ line, labelEnc }) =>
      isSameText(labelEnc, labelPlace(installId, dayId, line), labels[line] ?? ''),
    )
  );
}

/**
 * Compares a record that a user submits with the stored version `replaces`. Returns why the record must not replace
 * this version; null if it may.
 */
async function findConflict(
  tx: Tx,
  installId: string,
  day: string,
  replaces: number | null,
): Promise<'already_closed' | 'later_closed' | null> {
  const [found] = await tx.$queryRaw<{ version: number | null; is_later: boolean }[]>`
    SELECT (SELECT max(version) FROM cash_days WHERE install_id = ${installId} AND day = ${day}::date) AS version,
      EXISTS (SELECT FROM cash_days WHERE install_id = ${installId} AND day > ${day}::date) AS is_later`;
  if ((found?.version ?? null) !== replaces) return 'already_closed';
  return replaces === null && found?.is_later ? 'later_closed' : null;
}

type Seen = {
  installId: string;
  day: string;
  store: DayCurrency;
  figures: ReadonlyMap<string, DayFigures>;
  drawers: readonly DayDrawer[];
};

/**
 * Returns true if there is exactly one drawer for each currency, and each drawer has the opening amount and the
 * remitted cash of the cash notebook.
 */
async function isAsSeen(tx: Tx, { installId, day, store, figures, drawers }: Seen): Promise<boolean> {
  const openings = await readOpenings(tx, installId, day);
  const wanted = new Set([...figures.keys(), ...openings.keys(), currencyKey(store)]);
  const given = new Set(drawers.map(currencyKey));
  if (given.size !== drawers.length || wanted.size !== given.size) return false;
  return drawers.every((drawer) => {
    const key = currencyKey(drawer);
    const opening = openings.get(key)?.money.amount_minor ?? drawer.openingMinor;
    const remitted = figures.get(key)?.remitted.amount_minor ?? 0;
    return wanted.has(key) && opening === drawer.openingMinor && remitted === drawer.remittedMinor;
  });
}

/**
 * Returns two sums of the lines of a drawer: the money that was put in, and the money that was taken out as a positive
 * amount.
 */
function sumsOf({ lines }: DayDrawer): { moneyIn: bigint; moneyOut: bigint } {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const amounts = lines.map(({ amountMinor }) => amountMinor);
  return {
    moneyIn: sum(amounts.filter((amount) => amount > 0)),
    moneyOut: -sum(amounts.filter((amount) => amount < 0)),
  };
}

function differenceOf(drawer: DayDrawer): bigint {
  const { moneyIn, moneyOut } = sumsOf(drawer);
  const expected = BigInt(drawer.openingMinor) + BigInt(drawer.remittedMinor) + moneyIn - moneyOut;
  return BigInt(drawer.countedMinor) - expected;
}

async function insertSum(
  tx: Tx,
  installId: string,
  dayId: string,
  drawer: DayDrawer,
  { created, shipped, remitted, fee, writtenOff, owed }: DayFigures,
): Promise<void> {
  const { moneyIn, moneyOut } = sumsOf(drawer);
  await tx.cashDaySum.create({
    data: {
      installId,
      dayId,
      currency: drawer.currency,
      decimals: drawer.decimals,
      createdOrders: created.orders,
      createdMinor: BigInt(created.sum.amount_minor),
      shippedOrders: shipped.orders,
      shippedMinor: BigInt(shipped.sum.amount_minor),
      remittedMinor: BigInt(remitted.amount_minor),
      feeMinor: BigInt(fee.amount_minor),
      writtenOffMinor: BigInt(writtenOff.amount_minor),
      owedOrders: owed.orders,
      owedMinor: BigInt(owed.sum.amount_minor),
      openingMinor: BigInt(drawer.openingMinor),
      inMinor: moneyIn,
      outMinor: moneyOut,
      countedMinor: BigInt(drawer.countedMinor),
      reasonEnc: drawer.reason === '' ? null : encrypt(drawer.reason, reasonPlace(installId, dayId, drawer)),
    },
  });
}
