import type { StockEntry } from '@/lib/inventory/movement-queries';
import { latinDigits } from '@/lib/shared/numbers/money';
import { readSheetRows } from '@/lib/shared/sheets/sheet-rows';
import { noteMax, quantityMax } from '@/components/products/ledger/move-draft';

/** Why a line cannot be used. `shortened` means that a spreadsheet rounded its barcode. */
export type LineProblem = 'no_code' | 'no_number' | 'zero' | 'too_many' | 'shortened' | 'long_note';

/** Result of reading a pasted sheet. `unread` has the non-empty lines that are not a valid stock change. */
export type StockSheet = {
  entries: (StockEntry & { note: string | null })[];
  unread: { line: number; text: string; problem: LineProblem }[];
};

const codeLengthMax = 128;

/**
 * Reads a code (SKU, barcode or variant id), a stock change and a note from each pasted line. Latin and Arabic digits
 * are accepted.
 *
 * A header row selects the columns. Without a header the first three columns are used. A number without a sign is
 * added. Formulas are treated as text and never calculated.
 */
export function readStockSheet(text: string): StockSheet {
  const rows = readSheetRows(text, words);
  const header = columnsOf(rows[0]?.cells ?? []);
  const columns = header ?? { code: 0, delta: 1, note: 2 };
  const sheet: StockSheet = { entries: [], unread: [] };
  for (const { line, text: whole, cells } of header ? rows.slice(1) : rows) {
    const code = cells[columns.code] ?? '';
    const delta = deltaOf(cells[columns.delta] ?? '');
    const note = (cells[columns.note] ?? '').replace(/\p{Surrogate}/gu, '');
    const problem = problemOf(code, delta, note);
    if (problem || delta === null)
      sheet.unread.push({ line, text: whole.trim(), problem: problem ?? 'no_number' });
    else sheet.entries.push({ line, code, delta, note: note || null });
  }
  return sheet;
}

/** In a message, a colon or a space separates code and number. A dash is a minus. */
const words = /\s*[:=]\s*|\s+/;

function problemOf(code: string, delta: number | null, note: string): LineProblem | null {
  if (code === '' || code.length > codeLengthMax) return 'no_code';
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(latinDigits(code))) return 'shortened';
  if (delta === null) return 'no_number';
  if (delta === 0) return 'zero';
  if (Math.abs(delta) > quantityMax) return 'too_many';
  return note.length > noteMax ? 'long_note' : null;
}

/** Returns a signed whole number, in the minus and plus signs that programs and users write; null if it is not one. */
function deltaOf(cell: string): number | null {
  const plain = latinDigits(cell)
    .replace(/^[−–﹣－]/, '-')
    .replace(/^[＋﬩]/, '+');
  const [, sign, digits] = /^([+-]?) ?(\d{1,15})$/.exec(plain) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (sign === '-' ? -1 : 1) || 0;
}

const codeWords = [/sku/i, /barcode|باركود/i, /^id$|variant.?id|^code$|item.?code|رمز|كود|معر[ّ]?ف/i];
const deltaWords = [/change|delta|diff|adjust|تغيير|تعديل|فرق/i, /qty|quantity|pieces|كمي|عدد|قطع/i];
const noteWords = [/note|comment|remark|ملاحظ|بيان/i];

/** Returns the columns that a header names, or null if the row is not a header. */
function columnsOf(cells: readonly string[]): { code: number; delta: number; note: number } | null {
  if (cells.some((cell) => deltaOf(cell) !== null)) return null;
  // Looks for the most reliable column name first. A variant's name is not a code, and "quantity" may be the current
  // stock.
  const find = (names: readonly RegExp[]) =>
    names.map((name) => cells.findIndex((cell) => name.test(cell))).find((index) => index >= 0) ?? -1;
  const [code, delta, note] = [find(codeWords), find(deltaWords), find(noteWords)];
  return code >= 0 && delta >= 0 && code !== delta ? { code, delta, note } : null;
}
