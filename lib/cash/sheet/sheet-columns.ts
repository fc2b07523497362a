import { isFormula, readSheetAmount } from '@/lib/cash/sheet/sheet-amount';
import { readCurrencies } from '@/lib/cash/sheet/sheet-currency';
import { foldCell } from '@/lib/shared/sheets/fold-cell';
import type { TableRow } from '@/lib/shared/sheets/table-rows';

/** What a column of a remittance sheet can contain. */
export const columnKinds = ['tracking', 'order', 'amount', 'currency'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/**
 * For each kind, the index of its column; the first column is 0. Null if the remittance sheet has no column of this
 * kind.
 */
export type SheetColumns = Record<ColumnKind, number | null>;

/**
 * Words in the header of each kind of column, in folded form (without case and spelling variants). If several columns
 * match, the column that matches the earlier pattern is chosen.
 */
const headerWords: Record<ColumnKind, readonly RegExp[]> = {
  tracking: [/track|awb|waybill|تتبع|بوليص/, /barcode|parcel|باركود|طرد/, /shipment|consignment|شحن|ارساليه/],
  order: [/order|طلب/, /invoice|reference|\bref\b|فاتوره|مرجع/],
  amount: [/\bcod\b|collect|تحصيل|محصل/, /amount|cash|مبلغ|نقد/, /price|value|total|قيمه|سعر|اجمالي|مجموع/],
  currency: [/currency|عمله/],
};

/**
 * Words in the header of columns with dates, states, names or fees. A column with one of these words is not used, even
 * if another word in its header matches.
 */
const otherWords =
  /date|time|status|state|company|carrier|name|address|city|phone|fee|charge|commission|تاريخ|وقت|حاله|شركه|اسم|عنوان|مدينه|هاتف|موبايل|اجور|اجره|رسوم|رسم|عموله|كلفه/;

/**
 * Number of rows that are searched for the header. A title and the name of the carrier may be above the header, so the
 * first row alone is not enough.
 */
const headerRowsMax = 20;

/**
 * Finds the header of a remittance sheet. The header is the first row in which one cell names the amount and another
 * cell names the order number or tracking number. `index` is the index of the header in `rows`. Returns null if there
 * is none.
 */
export function findHeader(rows: readonly TableRow[]): { index: number; columns: SheetColumns } | null {
  for (const [index, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const columns = columnsOfHeader(cells);
    const hasNumber = columns.tracking !== null || columns.order !== null;
    if (columns.amount !== null && hasNumber) return { index, columns };
  }
  return null;
}

function columnsOfHeader(cells: readonly string[]): SheetColumns {
  // A cell with three digits or more does not belong to a header, because order numbers, tracking numbers and amounts
  // have digits.
  const names = cells
    .slice(0, columnsMax)
    .map((cell) => (/\p{Nd}.*\p{Nd}.*\p{Nd}/u.test(cell) ? '' : foldCell(cell)));
  const columns: SheetColumns = { tracking: null, order: null, amount: null, currency: null };
  for (const kind of ['currency', 'amount', 'tracking', 'order'] as const) {
    const used = Object.values(columns);
    const isFree = (index: number) => !used.includes(index) && !otherWords.test(names[index] ?? '');
    for (const word of headerWords[kind]) {
      const found = names.findIndex((name, index) => word.test(name) && isFree(index));
      if (found >= 0) {
        columns[kind] = found;
        break;
      }
    }
  }
  return columns;
}

/** Maximum number of columns that are looked at and offered. Further columns of a remittance sheet are ignored. */
export const columnsMax = 60;

/** Number of rows whose content is examined to find the columns of a remittance sheet without a header. */
const comparedRows = 200;
/**
 * Minimum share of the rows that must contain a kind of value, for example an amount. A column with a smaller share
 * does not count as a column of this kind.
 */
const enough = 0.6;

/**
 * Finds the columns of a remittance sheet without a header by their content.
 *
 * - The tracking numbers are codes or long numbers.
 * - The order numbers are all different.
 * - The amounts are in the last of the remaining columns with numbers, or in the first column with a currency or with
 *   decimals.
 */
export function findColumnsByContent(rows: readonly TableRow[]): SheetColumns {
  const compared = rows.slice(0, comparedRows);
  const width = widthOf(compared);
  const columns = Array.from({ length: width }, (_, index) => describe(compared, index));
  const taken = new Set<number>();
  const take = (isKind: (column: Column) => boolean, isLast = false): number | null => {
    const fits = columns.flatMap((column, index) => (!taken.has(index) && isKind(column) ? [index] : []));
    const found = (isLast ? fits.at(-1) : fits[0]) ?? null;
    if (found !== null) taken.add(found);
    return found;
  };
  const currency = take((column) => column.currencies >= enough);
  const tracking = take((column) => column.codes >= enough && column.isDifferent);
  const clearAmount = take((column) => column.amounts >= enough && column.money >= 0.2);
  const order = take((column) => column.numbers >= enough && column.isDifferent && !column.isCounting);
  const amount = clearAmount ?? take((column) => column.amounts >= enough && !column.isCounting, true);
  // A remittance sheet needs an amount and one number: an order number or a tracking number. If the only column of
  // numbers was taken for the order numbers, no column is left for the amounts, so `amount` is null.
  return { tracking, order, amount, currency };
}

/** Number of columns of a remittance sheet, at most `columnsMax`. */
export function widthOf(rows: readonly TableRow[]): number {
  return rows.reduce((width, { cells }) => Math.max(width, Math.min(cells.length, columnsMax)), 0);
}

type Column = {
  // The five numbers are shares between 0 and 1. `codes: 0.5` means that half of the filled cells of the column contain
  // a code.
  codes: number;
  numbers: number;
  amounts: number;
  money: number;
  currencies: number;
  isDifferent: boolean;
  /** True if the cells of a column are the line numbers 1, 2, 3 and so on. */
  isCounting: boolean;
};

function describe(rows: readonly TableRow[], index: number): Column {
  const cells = rows.map(({ cells }) => foldCell(cells[index] ?? '')).filter((cell) => cell !== '');
  const part = (test: (cell: string) => boolean) => cells.filter(test).length / Math.max(1, cells.length);
  const isAmount = (cell: string) => readSheetAmount(cell, null).ok || isFormula(cell);
  const isCode = (cell: string) => /^(?=.*\d)(?=.*[a-z])[a-z\d -]+$|^\d{8,}$/.test(cell) && !isAmount(cell);
  return {
    codes: part((cell) => isCode(cell) || /^\d{8,}$/.test(cell)),
    numbers: part((cell) => /^#? ?(?:[a-z]{1,6}-?)?\d{1,7}$/.test(cell)),
    amounts: part(isAmount),
    money: part((cell) => /[.,٫٬$€]|\p{L}/u.test(cell) && isAmount(cell)),
    currencies: part((cell) => readCurrencies(cell) !== null),
    isDifferent: new Set(cells).size >= 0.9 * cells.length,
    isCounting: cells.length > 1 && cells.every((cell, at) => cell === String(at + 1)),
  };
}
