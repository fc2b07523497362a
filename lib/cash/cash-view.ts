import type { EntryKind } from '@/lib/cash/cash-commands';
import type { Money } from '@/lib/shared/numbers/money';

/**
 * The age, in days, at which each age range begins. The age is the number of days for which the carrier has owed the
 * cash. The last range has no end.
 */
export const ageFromDays = [0, 4, 8, 15] as const;

/**
 * Number of days after which owed cash is late. An age range begins at this number, so the late cash is the sum of
 * whole ranges.
 */
export const lateFromDays = 8 satisfies (typeof ageFromDays)[number];

/**
 * States of the cash of an order. The states `to_hand_over`, `with_carrier` and `delivered` come from the data of the
 * order in the mirror (our copy of the platform's data). So does `paid`: the store marked the order as paid before the
 * first posting. The other states come from postings. `short` means that the carrier handed over less than expected.
 */
export const cashStates = [
  'to_hand_over',
  'with_carrier',
  'delivered',
  'short',
  'paid',
  'remitted',
  'written_off',
] as const;
export type CashState = (typeof cashStates)[number];

/**
 * Number of orders for which a carrier owes cash, and the sum that the carrier owes for these orders in one currency.
 */
export type Owed = { orders: number; sum: Money };

/**
 * Age of an order for which a carrier owes cash. `at`: the time from which the age is counted (RFC 3339). `days`: the
 * age in calendar days of the store.
 */
export type OldestCash = { at: string; days: number };

/**
 * The orders of one carrier in one currency that are paid in the store and have no recorded cash. `carrierId` is null
 * for orders without a known carrier.
 */
export type UnrecordedCash = Owed & Pick<CashBalance, 'carrierId' | 'carrierName'>;

/** What one carrier owes in one currency. A negative sum means that the carrier handed over too much. */
export type CashBalance = Owed & {
  /** Id of the carrier; null for orders without a known carrier. */
  carrierId: string | null;
  carrierName: string | null;
  /**
   * What the carrier still owes, with one entry for each age range in `ageFromDays`. Overpaid orders are left out, so
   * an overpaid order does not lower the amount of a range.
   */
  ages: Owed[];
  /**
   * The oldest order for which the carrier still has to hand over cash; null if there is none. Orders for which the
   * carrier handed over too much are left out.
   */
  oldest: OldestCash | null;
};

/**
 * A carrier. `phone` is empty if it is not known or cannot be decrypted. `callNumber` is the phone number in the format
 * E.164; null if `phone` is not a phone number. `fee`: the amount that the carrier deducts for each order.
 */
export type CarrierView = {
  id: string;
  name: string;
  phone: string;
  callNumber: string | null;
  /** Link to the tracking page with the placeholder {tracking}; empty if there is none. */
  trackingUrl: string;
  fee: Money | null;
  isArchived: boolean;
};

/** A posting in the list of the postings. `undone` is null if the posting was not undone. Times are RFC 3339. */
export type PostingView = {
  id: string;
  source: string;
  at: string;
  actorName: string | null;
  note: string;
  orders: number;
  sums: { kind: EntryKind; sum: Money }[];
  undone: { at: string; actorName: string | null } | null;
};

/** One page of the postings, newest first. `next`: cursor of the next page; null on the last page. */
export type PostingPage = { postings: PostingView[]; next: string | null };

/**
 * Data of the cash screen without the list of orders. `postings` is the first page of the postings, and `nextPosting`
 * the cursor of the second page; null if there is none. `unreadCarriers`: number of owed orders without a carrier, because
 * the app has not yet read their shipments. It is at most `unreadCarriersMax`. `unrecorded`: the orders that are paid in
 * the store and have no recorded cash. A server of an earlier release leaves these three out.
 */
export type CashBook = {
  carriers: CarrierView[];
  balances: CashBalance[];
  postings: PostingView[];
  nextPosting?: string | null;
  unreadCarriers?: number;
  unrecorded?: UnrecordedCash[];
};

/** Maximum number of owed orders without a carrier that are counted as not read yet. */
export const unreadCarriersMax = 1_000;

/**
 * An order in the notebook. `open`: expected cash minus all entries. `isPaid`: the store says that it is paid.
 * `isPartShipped`: its state is `to_hand_over`, and a part of its goods was shipped. `days`: calendar days of the store
 * since `since`. `tracking`: tracking numbers of its shipments, without the cancelled ones. `isCarrierUnread`: it has no
 * carrier, because the app has not yet read its shipments. A server of an earlier release leaves it out.
 */
export type CashOrderItem = {
  orderId: string;
  number: string;
  carrierId: string | null;
  carrierName: string | null;
  state: CashState;
  since: string;
  days: number;
  tracking: string[];
  due: Money;
  open: Money;
  isPaid: boolean;
  isPartShipped: boolean;
  isCarrierUnread?: boolean;
};

/**
 * An order in the list of orders. `customerName` is null if no name is stored, or if the user may not see customers.
 */
export type CashListItem = CashOrderItem & { customerName: string | null };

/** One page of orders of the cash notebook. `next`: cursor of the next page; null on the last page. */
export type CashPage = { orders: CashListItem[]; next: string | null };

/**
 * The cash of one order. `entries` contains the entries of postings that were not undone. `agreement` compares the
 * order on the platform with the cash notebook:
 *
 * - `agrees`: the order is paid on the platform, and nothing is open in the notebook
 * - `too_much`: the order is paid on the platform, but the carrier handed over more than was due
 * - `store_only`: the order is paid on the platform, but an amount is open in the notebook
 * - `no_cash`: the order was paid on the platform after it was shipped, and the notebook has no cash for it
 * - `written_off`: the order is paid on the platform, but the store gave up cash of it in the notebook
 * - `notebook_only`: the carrier handed over everything, but the order is not paid on the platform
 * - null: there is nothing to compare yet
 */
export type OrderCash = {
  item: CashOrderItem;
  entries: { postingId: string; kind: EntryKind; amount: Money; at: string; actorName: string | null }[];
  agreement: 'agrees' | 'too_much' | 'store_only' | 'no_cash' | 'written_off' | 'notebook_only' | null;
};
