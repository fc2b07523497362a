import type { DayDrawer } from '@/lib/cash/day/day-commands';
import { dayMinorMax } from '@/lib/cash/day/day-limits';
import type { CashDayView, DayRecord, DaySum, OpenDayFigures } from '@/lib/cash/day/day-view';
import { currencyKey, parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/**
 * One typed line of other money: cash that was put into or taken out of the drawer for a reason other than an order.
 * `id` only distinguishes the lines of the form.
 */
export type LineDraft = { id: number; label: string; amount: string; isOut: boolean };

/**
 * What the user typed about the drawer (the cash at the end of a day) of one currency. `opening` is ignored if an
 * earlier day is closed, because the counted cash of that day is then the opening amount.
 */
export type DrawerDraft = { opening: string; counted: string; reason: string; lines: LineDraft[] };

/** The typed values of all drawers, one for each currency. `currencyKey` makes the keys. */
export type DrawerDrafts = Readonly<Record<string, DrawerDraft | undefined>>;

/**
 * Values that the user typed for a day. They are also saved in the browser.
 *
 * - `version`: version of the day's stored record when the user began to type; 0 if no record was stored
 * - `sentId`: id of the record that the user sent; null if nothing was sent since the last change
 *
 * Both fields serve to detect that another user has stored a newer record. That is the case if the stored record now
 * has another version than `version`, and no stored record has the id `sentId`.
 */
export type TypedDay = { version: number; drafts: DrawerDrafts; sentId: string | null };

/** Returns true if the record that the user sent with the typed values is stored. */
export function isDaySaved(
  typed: TypedDay | null,
  { record, corrected }: Pick<CashDayView, 'record' | 'corrected'>,
): boolean {
  return [record, ...corrected].some((one) => one && one.id === typed?.sentId);
}

/**
 * Returns the typed values of a saved copy. Returns null if the copy cannot be read, or if its values are already
 * stored as a record of the day.
 */
export function restoreDay(saved: unknown, view: Pick<CashDayView, 'record' | 'corrected'>): TypedDay | null {
  return isTypedDay(saved) && !isDaySaved(saved, view) ? saved : null;
}

function isTypedDay(value: unknown): value is TypedDay {
  if (typeof value !== 'object' || value === null) return false;
  if (!('version' in value) || !('sentId' in value) || !('drafts' in value)) return false;
  return typeof value.version === 'number' && typeof value.drafts === 'object' && value.drafts !== null;
}

/**
 * Result of checking the typed values of a drawer (the cash of one currency at the end of a day). Amounts are in minor
 * units; an amount is null if its text is not an amount. `expected` and `difference` are null until all amounts are
 * valid. `problems` has the ids of the lines with a missing label or a wrong amount.
 */
export type CheckedDrawer = {
  openingMinor: number | null;
  countedMinor: number | null;
  expectedMinor: number | null;
  differenceMinor: number | null;
  lines: { label: string; amountMinor: number }[];
  problems: { opening: boolean; counted: boolean; reason: boolean; labels: number[]; amounts: number[] };
};

export const emptyDraft: DrawerDraft = { opening: '', counted: '', reason: '', lines: [] };

/**
 * Returns true if nothing happened in a currency on the day, and the last closed day counted no cash in its drawer. A
 * currency that was never counted may have cash in its drawer, so the user is asked. The amount that carriers owe does
 * not count, because it is from all days.
 */
export function hasNoMovement({ opening, ...figures }: OpenDayFigures): boolean {
  const { created, shipped, remitted, fee, writtenOff, partShipped = 0 } = figures;
  if (opening === null) return false;
  const amounts = [remitted, fee, writtenOff, opening.money];
  return (
    created.orders + shipped.orders + partShipped === 0 && amounts.every((money) => money.amount_minor === 0)
  );
}

/** Returns the form values before the user types. For a currency without movement, the counted cash is 0. */
export function startDraft(figures: OpenDayFigures): DrawerDraft {
  return hasNoMovement(figures) ? { ...emptyDraft, counted: '0' } : emptyDraft;
}

/**
 * Returns the initial form values for a day. If a record is corrected, they are the values of that record. Without a
 * record, there are none.
 */
export function draftsOf(record: DayRecord | null): DrawerDrafts {
  return Object.fromEntries((record?.sums ?? []).map((sum) => [currencyKey(sum), draftOf(sum)]));
}

/**
 * Returns true if the form shows values that differ from the stored record of the day. If no record is stored, they are
 * compared with the values with which the form was first shown, and a drawer with only empty fields is not typed.
 */
export function isDayTyped(
  drafts: DrawerDrafts,
  { figures, record }: Pick<CashDayView, 'figures' | 'record'>,
): boolean {
  const stored = draftsOf(record);
  return figures.some((one, n) => {
    const { [currencyKey(one)]: draft } = drafts;
    const { [currencyKey(one)]: before } = stored;
    // The first currency is the store's own. It always begins empty (CloseForm).
    const untouched = before ? [before] : n === 0 ? [emptyDraft] : [emptyDraft, startDraft(one)];
    return draft !== undefined && !untouched.some((other) => isSameDrawer(one, draft, other));
  });
}

/** Returns true if two drafts of a drawer show the same values. Fields that are not shown, and empty lines, do not count. */
function isSameDrawer(figures: OpenDayFigures, draft: DrawerDraft, other: DrawerDraft): boolean {
  return JSON.stringify(shownValues(figures, draft)) === JSON.stringify(shownValues(figures, other));
}

function shownValues(figures: OpenDayFigures, draft: DrawerDraft) {
  const amountOf = (text: string) => minorOf(text, figures.decimals) ?? text.trim();
  const lines = draft.lines.filter(({ label, amount }) => label.trim() !== '' || amount.trim() !== '');
  const { differenceMinor } = checkDrawer(figures, { ...draft, lines });
  return {
    opening: figures.opening ? null : amountOf(draft.opening),
    counted: amountOf(draft.counted),
    reason: differenceMinor ? draft.reason.trim() : '',
    lines: lines.map(({ label, amount, isOut }) => [label.trim(), amountOf(amount), isOut]),
  };
}

function draftOf({ decimals, opening, counted, reason, lines }: DaySum): DrawerDraft {
  return {
    opening: plainAmount(opening.amount_minor, decimals),
    counted: plainAmount(counted.amount_minor, decimals),
    reason,
    lines: lines.map(({ label, amount }, id) => ({
      id,
      label,
      amount: plainAmount(Math.abs(amount.amount_minor), decimals),
      isOut: amount.amount_minor < 0,
    })),
  };
}

/**
 * Checks the typed values of a drawer (the cash of one currency at the end of a day). Computes the expected cash, and
 * how far the counted cash differs from it.
 */
export function checkDrawer(
  { decimals, opening, remitted }: OpenDayFigures,
  draft: DrawerDraft,
): CheckedDrawer {
  const openingMinor = opening ? opening.money.amount_minor : minorOf(draft.opening, decimals);
  const countedMinor = minorOf(draft.counted, decimals);
  const typed = draft.lines.map(({ id, label, amount, isOut }) => {
    const minor = minorOf(amount, decimals) || null;
    return { id, label: label.trim(), amountMinor: minor !== null && isOut ? -minor : minor };
  });
  const lines = typed.flatMap(({ label, amountMinor }) =>
    amountMinor === null ? [] : [{ label, amountMinor }],
  );
  const expectedMinor =
    openingMinor === null || lines.length < typed.length
      ? null
      : lines.reduce((sum, line) => sum + line.amountMinor, openingMinor + remitted.amount_minor);
  const differenceMinor =
    expectedMinor === null || countedMinor === null ? null : countedMinor - expectedMinor;
  return {
    openingMinor,
    countedMinor,
    expectedMinor,
    differenceMinor,
    lines,
    problems: {
      opening: openingMinor === null,
      counted: countedMinor === null,
      reason: differenceMinor !== null && differenceMinor !== 0 && draft.reason.trim() === '',
      labels: typed.flatMap(({ id, label }) => (label === '' ? [id] : [])),
      amounts: typed.flatMap(({ id, amountMinor }) => (amountMinor === null ? [id] : [])),
    },
  };
}

/** Returns the drawer for the command that closes the day. Returns null if a typed value is invalid. */
export function drawerOf(figures: OpenDayFigures, draft: DrawerDraft): DayDrawer | null {
  const { openingMinor, countedMinor, lines, problems } = checkDrawer(figures, draft);
  const { labels, amounts, reason } = problems;
  if (openingMinor === null || countedMinor === null || reason || labels.length > 0 || amounts.length > 0)
    return null;
  return {
    currency: figures.currency,
    decimals: figures.decimals,
    openingMinor,
    remittedMinor: figures.remitted.amount_minor,
    countedMinor,
    reason: draft.reason.trim(),
    lines,
  };
}

function minorOf(text: string, decimals: number): number | null {
  const parsed = parseAmount(text, decimals);
  return parsed.ok && parsed.amountMinor >= 0 && parsed.amountMinor <= dayMinorMax
    ? parsed.amountMinor
    : null;
}
