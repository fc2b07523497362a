import type { Money } from '@/lib/shared/numbers/money';

/** A number of orders, and the sum of their amounts. */
export type OrderSum = { orders: number; sum: Money };

/**
 * Figures of a store day in one currency, computed from the orders in the mirror (our copy of the platform's data) and
 * from the cash notebook.
 */
export type DayFigures = {
  currency: string;
  decimals: number;
  /** Orders that were created on the day and are not cancelled. */
  created: OrderSum;
  /** Orders that were handed to a carrier on the day, and the cash to collect for them. */
  shipped: OrderSum;
  /**
   * Number of orders of which a part was handed to a carrier on the day, while the rest is still in the store. `shipped`
   * does not have these orders. It is left out if there are none, by records of closed days, and by a server of an
   * earlier release.
   */
  partShipped?: number;
  /** Sums of the cash entries of the day. Entries of undone postings are left out. */
  remitted: Money;
  fee: Money;
  writtenOff: Money;
  /**
   * The amount that carriers owe in total, from all days. A record has the amount that they owed when the day was
   * closed.
   */
  owed: OrderSum;
};

/** Cash in the drawer at the beginning of a day: the cash that was counted on the last closed day before it. */
export type DayOpening = { money: Money; day: string };

/** Figures of a day that can be closed. `opening` is null if no earlier day is closed in this currency. */
export type OpenDayFigures = DayFigures & { opening: DayOpening | null };

/**
 * Money that was put into the drawer or taken out of it, without remittances. The amount is positive if money was put
 * in and negative if money was taken out.
 */
export type DayLineView = { label: string; amount: Money };

/** The record of a closed day in one currency. `difference`: counted minus expected cash. */
export type DaySum = DayFigures & {
  opening: Money;
  lines: DayLineView[];
  moneyIn: Money;
  moneyOut: Money;
  expected: Money;
  counted: Money;
  difference: Money;
  /** The reason of the difference; empty if there is none, or if it cannot be decrypted. */
  reason: string;
};

/** One version of the record of a closed day. Times are RFC 3339. */
export type DayVersion = { id: string; version: number; at: string; actorName: string | null };
export type DayRecord = DayVersion & { day: string; sums: DaySum[] };

/** Parts of a record whose amount in the cash notebook can change after the day was closed. */
type ChangedPart = 'opening' | 'remitted' | 'fee' | 'writtenOff';

/**
 * A part of a record (`was`) that differs from the present amount in the cash notebook (`now`). A later posting, undo
 * or correction causes such a difference.
 */
export type DayChange = { part: ChangedPart; was: Money; now: Money };

/** A closed day in the list. `differences` has the differences that are not zero, one for each currency. */
export type ClosedDay = { day: string; version: number; actorName: string | null; differences: Money[] };

/** Data of the screen of one store day. Days are YYYY-MM-DD in the store's time zone. */
export type CashDayView = {
  day: string;
  today: string;
  /** The newest version of the record; null if the day is not closed. */
  record: DayRecord | null;
  /** The earlier versions of the record, newest first. */
  corrected: DayVersion[];
  changes: DayChange[];
  /**
   * The current figures; empty if the day cannot be closed or corrected, because it is in the future or too long ago.
   */
  figures: OpenDayFigures[];
  /** True if a later day is closed. The day of the screen can then be corrected, but not closed for the first time. */
  isLaterClosed: boolean;
  /** Days before the day of the screen that have postings and can still be closed. The oldest is first. */
  openDays: string[];
  /** The last closed days, newest first. */
  closed: ClosedDay[];
};
