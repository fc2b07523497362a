import { latinDigits } from '@/lib/shared/money';

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
  const lines = text
    .replace(invisible, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, text: content }))
    .filter((line) => line.text.trim() !== '');
  const separator = separatorOf(lines.map((line) => line.text));
  const rows = lines.map((line) => ({ ...line, cells: cellsOf(line.text, separator) }));
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

/** Marks of direction and joiners that are copied along, and the byte order mark; NUL, which no column can hold. */
const invisible = /[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;

const separators = ['\t', ';', '؛', '|', ',', '،'];

/** The one that most lines have; null: words with spaces or a colon between. */
function separatorOf(lines: readonly string[]): string | null {
  const isCommon = (separator: string) =>
    2 * lines.filter((line) => line.includes(separator)).length > lines.length;
  return separators.find(isCommon) ?? null;
}

function cellsOf(line: string, separator: string | null): string[] {
  const cells =
    separator === null ? line.trim().split(/\s*[:=]\s*|\s+[-–—]+\s+|\s+/) : splitQuoted(line, separator);
  return cells.map(clean);
}

/** Cells of a line; a separator between quotes is none (RFC 4180). */
function splitQuoted(line: string, separator: string): string[] {
  const cells = [''];
  let inQuotes = false;
  for (const letter of line) {
    if (letter === '"') inQuotes = !inQuotes;
    if (letter === separator && !inQuotes) cells.push('');
    else cells.push((cells.pop() ?? '') + letter);
  }
  return cells;
}

/** Without quotes, and without what spreadsheets put around a number to keep it a text: '0123 and ="0123". */
function clean(cell: string): string {
  const plain = cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .replace(/^'/, '');
  return latinDigits(plain).replace(/\s+/g, ' ').trim();
}

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
