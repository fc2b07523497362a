import { latinDigits } from '@/lib/shared/numbers/money';
import { readSheetRows } from '@/lib/shared/sheets/sheet-rows';

/**
 * A line of a courier's sheet: an order number, and the tracking number of the parcel with that order. `line` is the
 * number of the line; the first line is 1.
 */
export type CourierEntry = { line: number; number: string; trackingNumber: string };

/**
 * Content of a pasted courier's sheet. `unread` has the lines with text from which no valid order number and tracking
 * number could be read.
 */
export type CourierSheet = { entries: CourierEntry[]; unread: { line: number; text: string }[] };

/** Maximum length, in characters, of an order number and of a tracking number in a sheet. */
export const courierLengthMax = { number: 60, trackingNumber: 100 };

/**
 * Reads order numbers and tracking numbers from text that was copied from a spreadsheet, a message or a CSV file. Latin
 * and Arabic digits are accepted. If the first row is a header, it shows which columns contain the two numbers. If
 * there is no header, the first two columns are used.
 */
export function readCourierSheet(text: string): CourierSheet {
  const rows = readSheetRows(text, words).map((row) => ({ ...row, cells: row.cells.map(latinDigits) }));
  const header = columnsOf(rows[0]?.cells ?? []);
  const columns = header ?? { number: 0, trackingNumber: 1 };
  const sheet: CourierSheet = { entries: [], unread: [] };
  for (const { line, text: whole, cells } of header ? rows.slice(1) : rows) {
    const number = cells[columns.number] ?? '';
    const trackingNumber = cells[columns.trackingNumber] ?? '';
    const fits =
      number !== '' &&
      trackingNumber !== '' &&
      number.length <= courierLengthMax.number &&
      trackingNumber.length <= courierLengthMax.trackingNumber;
    if (fits) sheet.entries.push({ line, number, trackingNumber });
    else sheet.unread.push({ line, text: whole.trim() });
  }
  return sheet;
}

/**
 * Separators between the order number and the tracking number in a line of a message: a colon, an equals sign, a dash
 * or a space.
 */
const words = /\s*[:=]\s*|\s+[-–—]+\s+|\s+/;

const trackingWords = /track|awb|waybill|barcode|تتبع|بوليص|باركود|الشحن/i;
const numberWords = /order|number|^no\b|^#$|طلب|^رقم$/i;

/** Returns the indexes of the two columns that a header row names; null if the row is not a header. */
function columnsOf(cells: readonly string[]): { number: number; trackingNumber: number } | null {
  // A row with a digit is not a header, because headers contain only words, and order numbers and tracking numbers
  // contain digits.
  if (cells.some((cell) => /\d/.test(cell))) return null;
  const trackingNumber = cells.findIndex((cell) => trackingWords.test(cell));
  const number = cells.findIndex((cell, index) => index !== trackingNumber && numberWords.test(cell));
  return number >= 0 && trackingNumber >= 0 ? { number, trackingNumber } : null;
}
