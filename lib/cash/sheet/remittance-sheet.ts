import {
  type DecimalMark,
  findDecimalMark,
  isFormula,
  readSheetAmount,
  type SheetAmount,
} from '@/lib/cash/sheet/sheet-amount';
import { findColumnsByContent, findHeader, type SheetColumns, widthOf } from '@/lib/cash/sheet/sheet-columns';
import { readCurrencies } from '@/lib/cash/sheet/sheet-currency';
import { foldText } from '@/lib/shared/fold-text';
import { foldCell, isComparable } from '@/lib/shared/sheets/fold-cell';
import { readTableRows, type TableRow } from '@/lib/shared/sheets/table-rows';

/**
 * Maximum number of rows of a remittance sheet, and maximum number of characters of its text. 5,000 rows with ten
 * columns have about 400,000 characters.
 */
export const sheetMax = { rows: 5_100, characters: 800_000 };

/**
 * What a row of a remittance sheet is before its order is looked up.
 *
 * - `heading`: a row above the amounts, or the header again, as on each printed page
 * - `total`: a sum of the carrier. It has no number and is not posted
 * - `formula`: a cell is a formula. Formulas are not evaluated
 * - `no_number`: neither an order number nor a tracking number. Cells that were merged arrive as empty cells: no
 *   value
 *   is copied from another row, because one amount would then be counted for two orders
 * - `unreadable`: the amount is missing or cannot be read
 * - `entry`: an amount with a number
 */
export type RowKind = 'heading' | 'total' | 'formula' | 'no_number' | 'unreadable' | 'entry';

/**
 * A row of a remittance sheet. `line` is the line of the text on which the row begins. `tracking` and `order` are the
 * numbers of the row as written. A cell that is too long for a number (isComparable) counts as empty. `amountText` is
 * the text of the cell with the amount.
 */
export type SheetRow = {
  line: number;
  kind: RowKind;
  tracking: string;
  order: string;
  amountText: string;
  amount: SheetAmount;
};

/**
 * Choices of the user that replace what the app finds in the remittance sheet. If a choice is null, the app finds the
 * value in the sheet. `mark` is the decimal mark.
 */
export type SheetChoice = { columns: SheetColumns | null; mark: DecimalMark | null };

export type RemittanceSheet = {
  columns: SheetColumns;
  /**
   * The name of each column in the header. If the remittance sheet has no header, the first filled cell of each column.
   */
  columnNames: string[];
  hasHeader: boolean;
  mark: DecimalMark | null;
  rows: SheetRow[];
};

/**
 * Words that mark a row as a sum, in folded form (without case and spelling variants): total, sum, المجموع, الإجمالي.
 */
const totalWords = /\btotal\b|\bsum\b|مجموع|اجمالي/;

/**
 * Reads a carrier's remittance sheet from CSV or from cells that were copied from a spreadsheet. Every row with text is
 * returned once, with its kind (RowKind). If the sheet has more than `sheetMax.rows` rows, only one row more is read, so
 * the caller can refuse the sheet. The function never throws.
 */
export function readRemittanceSheet(text: string, choice: SheetChoice): RemittanceSheet {
  const { rows } = readTableRows(text, sheetMax.rows + 1);
  const header = findHeader(rows);
  const first = header ? header.index + 1 : 0;
  const content = rows.slice(first);
  const columns = choice.columns ?? header?.columns ?? findColumnsByContent(content);
  const at = ({ cells }: TableRow, index: number | null) => (index === null ? '' : (cells[index] ?? ''));
  // A number that is too long must not be in a row, because the caller compares the numbers of all rows.
  const numberAt = (row: TableRow, index: number | null) => {
    const cell = at(row, index);
    return isComparable(cell) ? cell : '';
  };
  const mark = choice.mark ?? findDecimalMark(content.map((row) => at(row, columns.amount)));
  const width = widthOf(rows);
  const headerText = header && rows[header.index]?.cells.join('\n');
  return {
    columns,
    columnNames: Array.from({ length: width }, (_, index) => {
      const named = header ? rows[header.index]?.cells[index] : undefined;
      return named || (content.find(({ cells }) => cells[index])?.cells[index] ?? '');
    }),
    hasHeader: header !== null,
    mark,
    rows: rows.map((row, index) => {
      const amountText = at(row, columns.amount);
      const read = {
        line: row.line,
        tracking: numberAt(row, columns.tracking),
        order: numberAt(row, columns.order),
        amountText,
        amount: amountOf(amountText, at(row, columns.currency), mark),
      };
      const isHeading = index < first || row.cells.join('\n') === headerText;
      const hasFormula = [columns.tracking, columns.order].some((column) => isFormula(at(row, column)));
      return { ...read, ...(isHeading ? { kind: 'heading' } : kindOf(read, row, hasFormula)) };
    }),
  };
}

/** Reads the amount of a row. If the amount's cell names no currency, the currency in the currency column is used. */
function amountOf(cell: string, currencyCell: string, mark: DecimalMark | null): SheetAmount {
  const amount = readSheetAmount(cell, mark);
  if (!amount.ok || amount.currencies !== null || currencyCell === '') return amount;
  const currencies = readCurrencies(currencyCell);
  return currencies ? { ...amount, currencies } : { ok: false, code: 'unreadable' };
}

type ReadRow = Omit<SheetRow, 'kind'>;

function kindOf(
  { tracking, order, amount }: ReadRow,
  { cells }: TableRow,
  hasFormula: boolean,
): Pick<SheetRow, 'kind'> & Partial<ReadRow> {
  const [trackingNumber, orderNumber] = [numberIn(tracking), numberIn(order)];
  const hasNumber = trackingNumber !== '' || orderNumber !== '';
  const numbers = { tracking: trackingNumber, order: orderNumber };
  if ((!amount.ok && amount.code === 'formula') || hasFormula) return { kind: 'formula' };
  if (!hasNumber && cells.some((cell) => totalWords.test(foldCell(cell))))
    return { kind: 'total', ...numbers };
  if (!hasNumber) return { kind: 'no_number', ...numbers };
  return { kind: amount.ok ? 'entry' : 'unreadable', ...numbers };
}

/**
 * Removes the characters with which spreadsheets write a number as text: ="0123" and '0123. Returns an empty text if
 * the cell has no digit or is a total.
 */
function numberIn(cell: string): string {
  const plain = cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
  return /\p{Nd}/u.test(plain) && !totalWords.test(foldText(plain)) ? plain : '';
}

/** Returns an order number in the form in which order numbers are compared: "#1042" and "١٠٤٢" are equal. */
export function orderKey(number: string): string {
  return foldText(number).replace(/^#\s*/, '').toUpperCase();
}

/**
 * The form in which tracking numbers are compared: "SY-88 123" and "sy88123" are equal. The SQL function tracking_keys
 * writes the tracking numbers of orders in the same form.
 */
export function trackingKey(number: string): string {
  return foldText(number)
    .replace(/[\s_./#:\u2010-\u2015-]/g, '')
    .toUpperCase();
}
