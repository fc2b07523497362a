import type { StockEntry } from '@/lib/inventory/movement-queries';
import { latinDigits } from '@/lib/shared/numbers/money';
import { readSheetRows } from '@/lib/shared/sheets/sheet-rows';
import { noteMax, quantityMax } from '@/components/products/ledger/move-draft';

/**
 * The reason why a line of the pasted sheet cannot be used. `shortened` means that a spreadsheet has rounded the
 * barcode, as in 6.2E+12.
 */
export type LineProblem = 'no_code' | 'no_number' | 'zero' | 'too_many' | 'shortened' | 'long_note';

/**
 * Result of reading a pasted stock sheet. `entries` has the valid stock changes. `unread` has all other lines that are
 * not empty. `code` is the code of such a line, if it may be the code of a variant.
 */
export type StockSheet = {
  entries: (StockEntry & { note: string | null })[];
  unread: { line: number; text: string; problem: LineProblem; code?: string }[];
};

const codeLengthMax = 128;

/**
 * Reads each line of a pasted stock sheet: a code (SKU, barcode or variant id), a stock change and a note. Latin and
 * Arabic digits are accepted.
 *
 * If there is a header row, it decides which columns are used. Without a header row, the first three columns are used.
 * A number without a sign is added to the stock. Formulas are treated as text and never calculated.
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
      sheet.unread.push({
        line,
        text: whole.trim(),
        problem: problem ?? 'no_number',
        ...(mayHaveVariant(problem, code) && { code }),
      });
    else sheet.entries.push({ line, code, delta, note: note || null });
  }
  return sheet;
}

/**
 * Separators between code and number if the text is from a chat message: a colon, an equals sign or a space. A dash is
 * not a separator, because it is a minus sign.
 */
const words = /\s*[:=]\s*|\s+/;

function problemOf(code: string, delta: number | null, note: string): LineProblem | null {
  if (code === '' || code.length > codeLengthMax) return 'no_code';
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(latinDigits(code))) return 'shortened';
  if (delta === null) return 'no_number';
  if (delta === 0) return 'zero';
  if (Math.abs(delta) > quantityMax) return 'too_many';
  return note.length > noteMax ? 'long_note' : null;
}

const mayHaveVariant = (problem: LineProblem | null, code: string) =>
  problem !== 'no_code' && problem !== 'shortened' && !/\p{Surrogate}/u.test(code);

/**
 * Parses a whole number with or without a sign. It accepts all minus and plus characters that programs and users write.
 * Returns null if the text is not a whole number.
 */
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

/** Finds the columns by the names in a header row. Returns null if the row is not a header row. */
function columnsOf(cells: readonly string[]): { code: number; delta: number; note: number } | null {
  if (cells.some((cell) => deltaOf(cell) !== null)) return null;
  // The possible names of a column, from the most reliable to the least reliable. For example, "change" comes
  // before "quantity", because "quantity" may be the current stock.
  const find = (names: readonly RegExp[]) =>
    names.map((name) => cells.findIndex((cell) => name.test(cell))).find((index) => index >= 0) ?? -1;
  const [code, delta, note] = [find(codeWords), find(deltaWords), find(noteWords)];
  return code >= 0 && delta >= 0 && code !== delta ? { code, delta, note } : null;
}
