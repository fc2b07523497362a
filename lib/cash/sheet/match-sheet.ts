import { orderKey, type SheetRow, trackingKey } from '@/lib/cash/sheet/remittance-sheet';
import { toMinor } from '@/lib/cash/sheet/sheet-amount';
import { currencyKey } from '@/lib/shared/numbers/money';

/**
 * Result of a row of a remittance sheet after its order was looked up. Each row has exactly one class. Screens show the
 * classes in this sequence; the classes that need a decision of the user are first.
 *
 * An order can be sent in several parcels. The rows about its parcels are compared together: their sum decides about
 * the class, and all of these rows have it. Each row must have a tracking number of its own.
 *
 * - `short`, `over`, `exact`: the amount is less than, more than or equal to what the carrier owes for the order
 * - `net`: the amount and the carrier's fee together are equal to what the carrier owes for the order
 * - `other_carrier`, `again`, `not_expected`: the amount is equal as in `exact` or `net`, but another carrier than that of
 *   the sheet has the order, or an amount was recorded for the order before, or no cash is expected for the order
 * - `written_off`: the store gave up cash of the order, and the amount is more than what is still owed
 * - `duplicate`: an earlier row is about the same parcel, or about the same order if one of both rows has no tracking
 *   number
 * - `remitted`: the carrier has already paid all that it owed for the order, or an earlier posting of the same sheet has
 *   recorded the row
 * - `unknown`: no order has this number
 * - `unclear`: several orders have this number, or the order number and the tracking number belong to different
 *   orders
 * - `other_currency`: the row names another currency than that of the order
 * - `negative`, `zero`: the amount is below zero or zero, so it is no payment
 * - `unreadable`: the amount is missing, cannot be read, or has more decimals than the currency
 * - `formula`, `no_number`, `total`, `heading`: as in RowKind
 */
export const rowClasses = [
  'short',
  'over',
  'other_carrier',
  'again',
  'not_expected',
  'written_off',
  'unknown',
  'unclear',
  'other_currency',
  'negative',
  'zero',
  'unreadable',
  'formula',
  'no_number',
  'duplicate',
  'remitted',
  'net',
  'exact',
  'total',
  'heading',
] as const;
export type RowClass = (typeof rowClasses)[number];

/**
 * An order that a remittance sheet may be about. `dueMinor`: what the carrier still owes for the order, in minor units.
 * `feeMinor`: the fee that the carrier can still keep for the order, in minor units of the order's currency; 0 if there
 * is none. `writtenOffMinor`: what the store gave up of the order. `receivedMinor`: the amounts that
 * earlier postings of the same sheet recorded for the order. `isRemitted`: the carrier has paid for the order before. `isExpected`: cash is expected for the order, so it
 * is not cancelled and was not paid in another way. `carrierId`: the carrier that has the order; null if it is unknown.
 */
export type SheetOrder = {
  id: string;
  number: string;
  trackingNumbers: readonly string[];
  currency: string;
  decimals: number;
  dueMinor: bigint;
  feeMinor: bigint;
  writtenOffMinor: bigint;
  receivedMinor: readonly bigint[];
  isRemitted: boolean;
  isExpected: boolean;
  carrierId: string | null;
};

/**
 * A row with its result. `amountMinor`, `dueMinor` and `writtenOffMinor` are in minor units of the order's currency; `amountMinor` is null
 * if the amount is not in this currency. `feeMinor` is the fee that the carrier kept; 0 if it kept none.
 * `firstLine` is the line of the earlier row about the same parcel or order. `togetherMinor` is the sum of all parcels
 * of the order; null if the sheet has one parcel of it.
 */
export type MatchedRow = Omit<SheetRow, 'kind' | 'amount'> & {
  class: RowClass;
  order: string;
  orderId: string | null;
  orderNumber: string | null;
  currency: string | null;
  decimals: number | null;
  amountMinor: bigint | null;
  dueMinor: bigint | null;
  writtenOffMinor: bigint;
  feeMinor: bigint;
  firstLine: number | null;
  togetherMinor: bigint | null;
};

/** A sum in minor units of one currency. */
export type CurrencySum = { currency: string; decimals: number; amountMinor: bigint };

/** Rows of one class: their number, and the sums of their amounts, one for each currency. */
export type ClassSum = { class: RowClass; rows: number; sums: CurrencySum[] };

export type MatchedSheet = {
  rows: MatchedRow[];
  classes: ClassSum[];
  /** Ids of the orders that the rows name, including rows without a readable amount. */
  named: ReadonlySet<string>;
};

/**
 * Finds the order of each row by its tracking number and its order number, and compares the amounts. `known` are the
 * orders that have one of the numbers of the remittance sheet. `carrierId` is the carrier of the sheet; null if it is
 * unknown.
 */
export function matchSheet(
  rows: readonly SheetRow[],
  known: readonly SheetOrder[],
  carrierId: string | null,
): MatchedSheet {
  const find = finderOf(known);
  const claims = new Map<string, Claims>();
  const named = new Set<string>();
  const matched = rows.map((row): MatchedRow => {
    const found = isAboutOrder[row.kind] ? find(row) : [];
    const order = found.length === 1 ? found[0] : undefined;
    for (const { id } of found) named.add(id);
    const result: MatchedRow = {
      line: row.line,
      tracking: row.tracking,
      order: row.order,
      amountText: row.amountText,
      orderId: order?.id ?? null,
      orderNumber: order?.number ?? null,
      currency: order?.currency ?? null,
      decimals: order?.decimals ?? null,
      dueMinor: order?.dueMinor ?? null,
      writtenOffMinor: order?.writtenOffMinor ?? 0n,
      firstLine: null,
      amountMinor: null,
      feeMinor: 0n,
      togetherMinor: null,
      ...readClaim(row, order, found.length),
    };
    if (order && result.class === 'exact') {
      const own = claims.get(order.id) ?? { order, rows: [], parcels: new Map() };
      claims.set(order.id, own);
      addClaim(own, result);
    }
    return result;
  });
  for (const own of claims.values()) evaluate(own, carrierId);
  return {
    rows: matched,
    classes: rowClasses.flatMap((one) => {
      const own = matched.filter((row) => row.class === one);
      return own.length > 0 ? [{ class: one, rows: own.length, sums: sumByCurrency(own) }] : [];
    }),
    named,
  };
}

/**
 * True for each kind of row that names an order. Such an order does not count as missing in the remittance sheet, even
 * if the amount of the row cannot be read.
 */
const isAboutOrder: Record<SheetRow['kind'], boolean> = {
  entry: true,
  unreadable: true,
  formula: true,
  no_number: false,
  total: false,
  heading: false,
};

function finderOf(known: readonly SheetOrder[]): (row: SheetRow) => SheetOrder[] {
  const byTracking = new Map<string, SheetOrder[]>();
  const byNumber = new Map<string, SheetOrder[]>();
  for (const order of known) {
    add(byNumber, orderKey(order.number), order);
    for (const key of new Set(order.trackingNumbers.map(trackingKey))) add(byTracking, key, order);
  }
  return ({ tracking, order }) => {
    const tracked = byTracking.get(trackingKey(tracking)) ?? [];
    const numbered = byNumber.get(orderKey(order)) ?? [];
    if (tracked.length === 0) return numbered;
    if (numbered.length === 0) return tracked;
    // Several orders may be in one parcel and have the same tracking number. The order number then decides which order
    // the row is about.
    const both = tracked.filter((one) => numbered.includes(one));
    return both.length > 0 ? both : [...tracked, ...numbered];
  };
}

function add(lists: Map<string, SheetOrder[]>, key: string, order: SheetOrder): void {
  if (key === '') return;
  const list = lists.get(key);
  if (list) list.push(order);
  else lists.set(key, [order]);
}

/**
 * Returns the class of a row that is no payment for a known order, or its amount. The class of an amount is `exact`
 * until it was compared with what the carrier owes (evaluate).
 */
function readClaim(
  { kind, amount }: SheetRow,
  order: SheetOrder | undefined,
  found: number,
): Pick<MatchedRow, 'class'> & Partial<Pick<MatchedRow, 'amountMinor'>> {
  if (kind !== 'entry') return { class: kind };
  if (!amount.ok) return { class: 'unreadable' };
  if (amount.isNegative) return { class: 'negative' };
  if (order === undefined) return { class: found > 1 ? 'unclear' : 'unknown' };
  if (amount.currencies && !amount.currencies.includes(order.currency)) return { class: 'other_currency' };
  const amountMinor = amountOf(amount, order);
  if (amountMinor === null) return { class: 'unreadable' };
  return { class: amountMinor === 0n ? 'zero' : 'exact', amountMinor };
}

/**
 * An order with the rows that name an amount for it, without the duplicates. `parcels` has the row of each tracking
 * number; the key is empty for a row without one.
 */
type Claims = { order: SheetOrder; rows: MatchedRow[]; parcels: Map<string, MatchedRow> };

/** Adds a row to the rows of its order, or makes it a duplicate. */
function addClaim({ rows, parcels }: Claims, row: MatchedRow): void {
  const parcel = trackingKey(row.tracking);
  const same = parcel === '' ? rows[0] : (parcels.get(parcel) ?? parcels.get(''));
  if (same) {
    row.class = 'duplicate';
    row.firstLine = same.line;
    return;
  }
  rows.push(row);
  parcels.set(parcel, row);
}

/**
 * Compares the sum of the rows of an order with what the carrier owes for it, and sets the class of these rows. Rows
 * that an earlier posting of the sheet recorded are left out of the sum. The first row has the fee, because the carrier
 * keeps its fee once for an order.
 */
function evaluate({ order, rows: all }: Claims, carrierId: string | null): void {
  const { dueMinor, feeMinor } = order;
  const received = [...order.receivedMinor];
  const rows = all.filter((row) => {
    const index = received.findIndex((amountMinor) => amountMinor === row.amountMinor);
    if (index < 0) return true;
    received.splice(index, 1);
    row.class = 'remitted';
    return false;
  });
  const sumMinor = rows.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n);
  const kept = sumMinor === dueMinor ? 0n : feeMinor;
  const isDue = sumMinor + kept === dueMinor;
  const result = isDue
    ? (doubtOf(order, carrierId) ?? (kept === 0n ? 'exact' : 'net'))
    : differenceOf(order, sumMinor);
  for (const [index, row] of rows.entries()) {
    row.class = result;
    if (isDue && index === 0) row.feeMinor = kept;
    if (rows.length > 1) row.togetherMinor = sumMinor;
  }
}

/** Returns the class of an amount that is not what the carrier owes for the order. */
function differenceOf({ dueMinor, writtenOffMinor, isRemitted }: SheetOrder, amountMinor: bigint): RowClass {
  if (writtenOffMinor > 0n && amountMinor > dueMinor) return 'written_off';
  if (isRemitted && dueMinor <= 0n) return 'remitted';
  return amountMinor < dueMinor ? 'short' : 'over';
}

/** Returns why a user must accept an amount that the carrier owes; null if there is no reason. */
function doubtOf(order: SheetOrder, carrierId: string | null): RowClass | null {
  if (!order.isExpected) return 'not_expected';
  if (carrierId !== null && order.carrierId !== null && order.carrierId !== carrierId) return 'other_carrier';
  return order.isRemitted ? 'again' : null;
}

/**
 * Maximum amount of a row in minor units. With this maximum, the sum of the largest remittance sheet is a safe integer.
 */
const amountMinorMax = 1_000_000_000_000n;

/**
 * Returns an amount in minor units of the order's currency; null if it is not clear or too large. In a currency with
 * fewer than three decimals, "1.500" is 1500. In a currency with three decimals, "1.500" can be 1500 or 1.5. It is then
 * used only if the carrier owes one of these two amounts, with or without its fee, if it owed one before a write-off, or
 * if an earlier posting of the sheet recorded one.
 */
function amountOf(
  amount: Extract<SheetRow['amount'], { ok: true }>,
  { decimals, dueMinor, feeMinor, writtenOffMinor, receivedMinor }: SheetOrder,
): bigint | null {
  const own = toMinor(amount, decimals);
  const grouped = amount.grouped && toMinor(amount.grouped, decimals);
  const minor =
    grouped === null
      ? own
      : decimals < 3
        ? grouped
        : [dueMinor, dueMinor - feeMinor, dueMinor + writtenOffMinor, ...receivedMinor].find(
            (wanted) => own === wanted || grouped === wanted,
          );
  return minor == null || minor > amountMinorMax ? null : minor;
}

/** Adds up amounts in minor units, one sum for each currency. Rows without a known currency are left out. */
function sumByCurrency(
  rows: readonly { currency: string | null; decimals: number | null; amountMinor: bigint | null }[],
): CurrencySum[] {
  const sums = new Map<string, CurrencySum>();
  for (const { currency, decimals, amountMinor } of rows) {
    if (currency === null || decimals === null || amountMinor === null) continue;
    const key = currencyKey({ currency, decimals });
    const before = sums.get(key)?.amountMinor ?? 0n;
    sums.set(key, { currency, decimals, amountMinor: before + amountMinor });
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
