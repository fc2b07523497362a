import { foldText } from '@/lib/shared/fold-text';

/**
 * The words of a search as LIKE patterns on folded text; an order fits that holds each of them, anywhere. A number is
 * often written with a #, which is no part of it.
 */
export function patternsOf(q: string | undefined): string[] {
  const words = foldText(q ?? '')
    .split(' ')
    .map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))].map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** Whether the index of trigrams can find it: it knows three letters or digits in a row, Latin or Arabic ones. */
export function hasTrigram(patterns: string[]): boolean {
  return patterns.some((pattern) => /[a-z0-9\u0621-\u063A\u0641-\u064A]{3}/.test(pattern));
}

/** The ways the order's number may be written that is meant by a search: whole, in any digits, with and without #. */
export function numbersOf(q: string | undefined): string[] {
  const folded = foldText(q ?? '').replace(/^#\s*/, '');
  if (!folded) return [];
  return [...new Set([folded, folded.toUpperCase(), (q ?? '').trim()])].flatMap((number) => [
    number,
    `#${number}`,
  ]);
}
