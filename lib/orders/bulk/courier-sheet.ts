import { latinDigits } from '@/lib/shared/numbers/money';
import { readSheetRows } from '@/lib/shared/sheets/sheet-rows';

/** A line of a courier's sheet: which order, and the tracking number it was given. `line` counts from 1. */
export type CourierEntry = { line: number; number: string; trackingNumber: string };

/** What a pasted sheet says; unread are lines that hold something, but not both. */
export type CourierSheet = { entries: CourierEntry[]; unread: { line: number; text: string }[] };

/** A number of an order, and what the platform takes as a tracking number. */
export const courierLengthMax = { number: 60, trackingNumber: 100 };

/**
 * Reads order numbers and tracking numbers as they are copied from a spreadsheet, a message or a CSV file, in digits
 * of either script. A header says which columns are meant; without one they are the first two.
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

/** In a message a colon, a dash or a space stands between the two. */
const words = /\s*[:=]\s*|\s+[-–—]+\s+|\s+/;

const trackingWords = /track|awb|waybill|barcode|تتبع|بوليص|باركود|الشحن/i;
const numberWords = /order|number|^no\b|^#$|طلب|^رقم$/i;

/** Which columns a header names, or null: it is none. */
function columnsOf(cells: readonly string[]): { number: number; trackingNumber: number } | null {
  // A header has words alone; numbers of orders and of parcels hold digits.
  if (cells.some((cell) => /\d/.test(cell))) return null;
  const trackingNumber = cells.findIndex((cell) => trackingWords.test(cell));
  const number = cells.findIndex((cell, index) => index !== trackingNumber && numberWords.test(cell));
  return number >= 0 && trackingNumber >= 0 ? { number, trackingNumber } : null;
}
