import { readCurrencies } from '@/lib/cash/sheet/sheet-currency';
import { latinDigits } from '@/lib/shared/numbers/money';

/** An exact number without a sign: `digits` / 10^`scale`. */
export type ExactNumber = { digits: bigint; scale: number };

/** The character between the whole number and its decimals. */
export type DecimalMark = '.' | ',';

/**
 * An amount in a cell of a remittance sheet.
 *
 * - `currencies`: the codes that the currency in the cell can mean; null if the cell names no currency
 * - `grouped`: the second reading of an amount such as "1.500", which can be 1500 instead of 1.5; null if there is
 *   only one reading
 *
 * If the cell has no amount, `code` is `empty`, `unreadable`, or `formula`, because formulas are not evaluated.
 */
export type SheetAmount =
  | (ExactNumber & {
      ok: true;
      isNegative: boolean;
      currencies: readonly string[] | null;
      grouped: ExactNumber | null;
    })
  | { ok: false; code: 'empty' | 'formula' | 'unreadable' };

/** Maximum number of digits of an amount in a remittance sheet. A longer number cannot be an amount of money. */
const digitsMax = 15;
/** Maximum number of characters in the cell of an amount. The rest of a longer cell would be compared for minutes. */
const cellMax = 500;

/** Digits with marks between them. A space or an apostrophe can only be between groups of digits. */
const digitsWithMarks = /\d(?:[\d.,،٫٬'’_\s]*\d)?/;
/** The characters that people write as a minus sign: the hyphen and several dashes. */
const minus = /[\u2010\u2012\u2013\u2212-]/g;

/**
 * Returns true if a cell is a formula. ="0123" does not count as a formula, because spreadsheets write a number in this
 * way to keep its zeros.
 */
export function isFormula(cell: string): boolean {
  return /^\s*=/.test(cell) && !/^\s*="[^"]*"\s*$/.test(cell);
}

/**
 * Reads the amount in a cell with Latin, Arabic-Indic or Persian digits: "1,250.50", "١٬٢٥٠٫٥ ل.س", "(1 250) USD". The
 * amount is negative with a minus before or after it, or in parentheses. `mark` is the decimal mark of the remittance
 * sheet. If it is null, the amount itself must show its mark. "1.500" and "1,500" then have two readings.
 */
export function readSheetAmount(cell: string, mark: DecimalMark | null): SheetAmount {
  if (cell.length > cellMax) return { ok: false, code: 'unreadable' };
  if (isFormula(cell)) return { ok: false, code: 'formula' };
  const text = latinDigits(cell)
    .replace(/^'/, '')
    .replace(/^="(.*)"$/, '$1')
    .trim();
  if (text === '') return { ok: false, code: 'empty' };
  const found = digitsWithMarks.exec(text);
  if (!found) return { ok: false, code: 'unreadable' };
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  const isInParentheses = before.includes('(') && after.includes(')');
  const signs = (before + after).match(minus)?.length ?? 0;
  const words = `${before} ${after}`.replace(minus, ' ').replace('+', ' ');
  const currency = (isInParentheses ? words.replace(/[()]/g, ' ') : words).trim();
  const currencies = currency === '' ? null : readCurrencies(currency);
  const readings = numbersOf(found[0], mark);
  const isRead = (currency === '' || currencies !== null) && signs <= 1 && readings !== null;
  if (!isRead) return { ok: false, code: 'unreadable' };
  return { ok: true, ...readings, isNegative: isInParentheses || signs > 0, currencies };
}

/**
 * Returns the decimal mark that the amounts of a column use; null if no amount shows it, or if the amounts disagree.
 */
export function findDecimalMark(cells: readonly string[]): DecimalMark | null {
  const marks = new Set<DecimalMark>();
  for (const cell of cells) {
    if (cell.length > cellMax) continue;
    const found = digitsWithMarks.exec(latinDigits(cell))?.[0] ?? '';
    const mark = shownMark(found.replace('،', ','));
    if (mark && numbersOf(found, mark)) marks.add(mark);
  }
  const [only = null] = marks;
  return marks.size === 1 ? only : null;
}

/** Converts a number to minor units; null if it has more decimals than the currency, because nothing is rounded. */
export function toMinor({ digits, scale }: ExactNumber, decimals: number): bigint | null {
  if (scale <= decimals) return digits * 10n ** BigInt(decimals - scale);
  const divisor = 10n ** BigInt(scale - decimals);
  return digits % divisor === 0n ? digits / divisor : null;
}

/** Returns the decimal mark that an amount shows by its form; null if it shows none. */
function shownMark(digits: string): DecimalMark | null {
  const [first, ...rest] = digits.match(/[.,]/g) ?? [];
  const last = rest.at(-1);
  if (first === undefined || digits.includes('٫')) return null;
  // If an amount has two different marks, the last one is before the decimals. If it has the same mark twice, the mark
  // separates groups of three digits.
  if (last !== undefined) return last !== first ? (last as DecimalMark) : first === '.' ? ',' : '.';
  const [whole = '', decimals = ''] = digits.split(/[.,]/);
  const isGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return isGroup ? null : (first as DecimalMark);
}

/** Returns one or two readings of digits with marks. Returns null if a mark is in a wrong position. */
function numbersOf(
  digits: string,
  mark: DecimalMark | null,
): (ExactNumber & { grouped: ExactNumber | null }) | null {
  const plain = digits.replaceAll('،', ',').replace(/[٬'’_\s]/g, ' ');
  // An Arabic decimal mark can only be a decimal mark. So all other marks of the number separate groups of three
  // digits.
  if (plain.includes('٫')) {
    const read = numberOf(plain.replace(/[.,]/g, ' '), '٫');
    return read && { ...read, grouped: null };
  }
  const decimal = mark ?? shownMark(plain);
  if (decimal !== null || !/[.,]/.test(plain)) {
    const read = numberOf(plain, decimal ?? '.');
    return read && { ...read, grouped: null };
  }
  const own = plain.includes('.') ? '.' : ',';
  const read = numberOf(plain, own);
  return read && { ...read, grouped: numberOf(plain, own === '.' ? ',' : '.') };
}

/** Reads digits with the given decimal mark. All other marks must be between groups of three digits. */
function numberOf(digits: string, decimal: string): ExactNumber | null {
  const [whole = '', decimals = '', ...more] = digits.split(decimal);
  const groups = whole.split(/[.,\s]/);
  const isGrouped = groups.every((group, index) =>
    index === 0 ? /^\d+$/.test(group) && (groups.length === 1 || group.length <= 3) : /^\d{3}$/.test(group),
  );
  if (more.length > 0 || !isGrouped || !/^\d*$/.test(decimals)) return null;
  const all = (groups.join('') + decimals).replace(/^0+/, '');
  // A long row of zeros after the mark would give a number with as many digits.
  return all.length > digitsMax || decimals.length > digitsMax
    ? null
    : { digits: BigInt(all || '0'), scale: decimals.length };
}
