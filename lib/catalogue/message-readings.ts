import type { Token } from '@/lib/catalogue/message-tokens';
import {
  isCurrency,
  isDozen,
  isPairWord,
  isPriceMark,
  measureOfWord,
  numberOfWord,
  partOfWord,
} from '@/lib/catalogue/message-words';

/**
 * A requested weight or volume, in grams or millilitres. `amount` is the total. `unit` is the size of the
 * unit that the text names, for example 1,000 for a kilo.
 */
export type Measure = { amount: number; unit: number };

const quantityMax = 10_000;

type Reading = { value: number; length: number };
type MeasureReading = { measure: Measure; length: number };

/**
 * Reads the number that begins at the token `at`. The number may be written in digits or in words. `length` is the
 * number of tokens of the written number. Null if no number begins there.
 */
function numberAt(tokens: Token[], at: number): Reading | null {
  const token = tokens[at];
  if (!token) return null;
  const { kind, folded } = token;
  if (kind === 'number') return { value: Number(numberText(folded)), length: 1 };
  if (kind !== 'word') return null;
  const part = partOfWord(folded);
  if (part) {
    // In "half a dozen", the word "a" is skipped, so that the result is 6.
    const next = tokens[at + 1]?.folded === 'a' ? at + 2 : at + 1;
    return isDozen(tokens[next]?.folded ?? '') ? { value: 12 * part, length: next + 1 - at } : null;
  }
  const value = numberOfWord(folded);
  if (value === undefined) return isPairAt(tokens, at) ? { value: 2, length: 1 } : null;
  // "Two dozen" is read as one number, 24.
  return value < 12 && isDozen(tokens[at + 1]?.folded ?? '')
    ? { value: value * 12, length: 2 }
    : { value, length: 1 };
}

function isPairAt(tokens: Token[], at: number): boolean {
  return (
    isPairWord(tokens[at]?.folded ?? '') &&
    tokens[at + 1]?.kind === 'word' &&
    !measureOfWord(tokens[at + 1]?.folded ?? '')
  );
}

/**
 * Converts digits of any script to text that JavaScript can parse. A comma before exactly three digits separates
 * thousands and is removed. Any other comma becomes the decimal point.
 */
export function numberText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => digitOf(digit))
    .replace(/[,٬](?=\d{3}(?!\d))/g, '')
    .replace(/[,٫]/g, '.');
}

function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660);
  return code >= 0x06f0 && code <= 0x06f9 ? String(code - 0x06f0) : digit;
}

/**
 * Reads a measure such as "2 kilos", "half a kilo" or "a kilo and a half", which begins at the token `at`.
 * Returns grams or millilitres; null if no measure begins there.
 */
export function measureAt(tokens: Token[], at: number): MeasureReading | null {
  const part = partOfWord(tokens[at]?.folded ?? '');
  const number = part ? { value: part, length: 1 } : numberAt(tokens, at);
  const unitAt = at + (number?.length ?? 0);
  const unit = tokens[unitAt]?.kind === 'word' ? measureOfWord(tokens[unitAt]?.folded ?? '') : undefined;
  if (unit === undefined) return null;
  const after = partOfWord((tokens[unitAt + 1]?.folded ?? '').replace(/^و/, ''));
  const whole = number?.value ?? 1;
  return {
    measure: { amount: Math.round(unit * (whole + (after ?? 0))), unit },
    length: unitAt + (after ? 2 : 1) - at,
  };
}

/**
 * Returns the number of tokens of the price that begins at the token `at`; 0 if no price begins there. Examples: "@
 * 12.5", "ب٥٠٠٠٠", "السعر 75 الف", "for $20", "24$".
 */
export function priceAt(tokens: Token[], at: number): number {
  const isMark = (token: Token | undefined) =>
    token !== undefined && token.kind !== 'number' && isPriceMark(token.folded);
  const marks = tokens.slice(at).findIndex((token) => !isMark(token));
  const numberIs = at + Math.max(0, marks);
  if (marks < 0 || tokens[numberIs]?.kind !== 'number') return 0;
  const rest = tokens.slice(numberIs + 1);
  const units = rest.findIndex(({ folded }) => !isCurrency(folded));
  const unitsLength = units < 0 ? rest.length : units;
  return marks > 0 || unitsLength > 0 ? marks + 1 + unitsLength : 0;
}

/**
 * Reads the quantity that begins at the token `at`. Returns null if no whole number from 1 to 10,000 begins
 * there, or if the number belongs to a price or a measure.
 */
export function countAt(tokens: Token[], at: number): Reading | null {
  if (priceAt(tokens, at) > 0 || measureAt(tokens, at)) return null;
  const read = numberAt(tokens, at);
  return read && Number.isInteger(read.value) && read.value >= 1 && read.value <= quantityMax ? read : null;
}
