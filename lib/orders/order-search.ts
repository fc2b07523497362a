import { foldText } from '@/lib/shared/fold-text';
import { foldedWords, holdsPattern } from '@/lib/shared/search-patterns';

/**
 * The words of a search as LIKE patterns on folded text; an order fits that holds each of them, anywhere. A number is
 * often written with a #, which is no part of it.
 */
export function patternsOf(q: string | undefined): string[] {
  const words = foldedWords(q ?? '').map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))].map(holdsPattern);
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
