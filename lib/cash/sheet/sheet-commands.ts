import { z } from 'zod';
import { type RowClass, rowClasses } from '@/lib/cash/sheet/match-sheet';
import { type RemittanceSheet, sheetMax } from '@/lib/cash/sheet/remittance-sheet';
import { columnsMax } from '@/lib/cash/sheet/sheet-columns';
import type { Money } from '@/lib/shared/numbers/money';
import { Text } from 'commerce-platform-client/contract/text';

const Column = z.int().min(0).max(columnsMax).nullable();

/** Input of the preview of a carrier's remittance sheet. If a field is null, the app finds the value in the sheet. */
export const ReadSheetCommand = z.object({
  /** Text of the remittance sheet. The schema refuses a text with a NUL, because PostgreSQL cannot store it. */
  text: Text.min(1).max(sheetMax.characters),
  columns: z.object({ tracking: Column, order: Column, amount: Column, currency: Column }).nullable(),
  mark: z.enum(['.', ',']).nullable(),
  carrierId: z.uuid().nullable(),
  /**
   * Date of the remittance sheet (YYYY-MM-DD) in the store's time zone. Orders delivered before this day can be
   * missing.
   */
  day: z.iso.date().nullable(),
  /** Classes whose rows are all returned. A page of an earlier release leaves it out. */
  full: z.array(z.enum(rowClasses)).max(rowClasses.length).nullish(),
});
export type ReadSheetCommand = z.infer<typeof ReadSheetCommand>;

/**
 * Input of the posting of a remittance sheet. The form makes `postingId`; a second request with the same id is the same
 * posting. `seen` is the hash that the preview returned, and `after` the id of its `postedBefore`. A page of an earlier
 * release leaves `after` out, because it cannot post the rest of a sheet. `accepted` contains the lines that need a decision and that the
 * user accepted.
 */
export const PostSheetCommand = ReadSheetCommand.extend({
  postingId: z.uuid(),
  seen: z.string().regex(/^[0-9a-f]{64}$/),
  after: z.uuid().nullish(),
  accepted: z.array(z.int().min(1)).max(sheetMax.rows),
});
export type PostSheetCommand = z.infer<typeof PostSheetCommand>;

/**
 * A row of a remittance sheet, as the screen shows it. `amount` is null if it is not in the currency of an order. `fee`
 * is what the carrier kept; null if it kept none. `writtenOff` is what the store gave up of the order. `together` is the sum of all parcels of the order; null if the sheet
 * has one parcel of it.
 */
export type PreviewRow = {
  line: number;
  class: RowClass;
  tracking: string;
  order: string;
  amountText: string;
  orderId: string | null;
  orderNumber: string | null;
  amount: Money | null;
  due: Money | null;
  writtenOff: Money | null;
  fee: Money | null;
  firstLine: number | null;
  together: Money | null;
};

/** Who posted lines of a remittance sheet last, and when (RFC 3339). `by` is null if the user's name is not known. */
export type PostedBefore = { postingId: string; by: string | null; at: string };

/** The result of the preview of a remittance sheet: what its posting would do. Nothing is stored. */
export type SheetPreview = {
  code: 'preview';
  /**
   * Hash of all results. The posting sends the hash that the user saw. If the results have changed since then, the
   * posting is refused.
   */
  seen: string;
  sheet: Pick<RemittanceSheet, 'columns' | 'columnNames' | 'hasHeader' | 'mark'>;
  classes: { class: RowClass; rows: number; sums: Money[] }[];
  /**
   * All rows that need a decision of the user, all rows about one of several parcels of an order, all rows of the
   * classes in `full`, and the first `shownMax` rows of each other class.
   */
  rows: PreviewRow[];
  /**
   * Delivered orders of the carrier that no row names. `count` and `sums` include all such orders, `orders` only the
   * first `shownMax`.
   */
  missing: { count: number; sums: Money[]; orders: { id: string; number: string; due: Money }[] };
  carriers: { id: string; name: string }[];
  /**
   * The chosen carrier, or the carrier of most orders in the remittance sheet; null if no order has a known carrier.
   */
  carrierId: string | null;
  /** The date of the remittance sheet: the chosen one, or today. */
  day: string;
  postedBefore: PostedBefore | null;
};

/** Maximum number of rows of a class, if the request does not ask for all of them, and of missing orders in a preview. */
export const shownMax = 100;

/** Reasons why the app cannot read a text as a remittance sheet. */
export type SheetRefusal = { code: 'empty' } | { code: 'too_many_rows'; max: number };

/**
 * Result of posting a remittance sheet. Only `posted` has stored something.
 *
 * - `changed`: the results are not those that the user saw; `preview` contains the new results
 * - `posted`: `sums` are the amounts that the carrier handed over, without its fees
 * - `nothing`: no row can be posted
 * - `posting_undone`: this posting was stored before, and a user has undone it. A new posting needs a new id
 * - `already_posted`: another user has posted lines of the same sheet since the preview
 */
export type PostSheetOutcome =
  | { code: 'posted'; postingId: string; orders: number; sums: Money[] }
  | { code: 'changed'; preview: SheetPreview }
  | { code: 'nothing' | 'posting_undone' }
  | ({ code: 'already_posted' } & PostedBefore)
  | SheetRefusal;

/**
 * Returns true if a row is posted. A row with an exact amount, also after the fee of the carrier, is always posted. A
 * row that needs a decision is posted only if the user accepts it.
 */
export function isPosted(row: { class: RowClass; line: number }, accepted: ReadonlySet<number>): boolean {
  return isExact(row) || (isDecided(row) && accepted.has(row.line));
}

/**
 * Returns the number of orders that are posted. Several rows can be about the parcels of one order. A preview has all of
 * these rows, so each row that it does not have is about an order of its own.
 */
export function countPosted({ rows, classes }: SheetPreview, accepted: ReadonlySet<number>): number {
  const posted = rows.filter((row) => isPosted(row, accepted));
  const all = classes.filter(isExact).reduce((sum, own) => sum + own.rows, 0);
  return new Set(posted.map(({ orderId }) => orderId)).size + all - rows.filter(isExact).length;
}

/** Returns true if the carrier owes exactly the amount of the row, with or without its fee, and nothing is in doubt. */
export function isExact(row: { class: RowClass }): boolean {
  return row.class === 'exact' || row.class === 'net';
}

/** Classes of rows that are posted only if the user accepts them. */
export const decidedClasses = [
  'short',
  'over',
  'other_carrier',
  'again',
  'not_expected',
  'written_off',
] as const;
type DecidedClass = (typeof decidedClasses)[number];

/** Returns true if the user decides whether the row is posted: its amount differs from what is owed, or it is in doubt. */
export function isDecided<R extends { class: RowClass }>(row: R): row is R & { class: DecidedClass } {
  return decidedClasses.some((one) => one === row.class);
}
