import { foldText } from '@/lib/shared/fold-text';
import { foldedWords, holdsPattern } from '@/lib/shared/search-patterns';

/**
 * The words of a search as LIKE patterns on folded text; an order fits if it contains each word anywhere. A leading "#"
 * is removed, because it is often written before a number.
 */
export function patternsOf(q: string | undefined): string[] {
  const words = foldedWords(q ?? '').map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))].map(holdsPattern);
}

/** All spellings of the order number that a search may mean: the whole text, in any digits, with and without "#". */
export function numbersOf(q: string | undefined): string[] {
  const folded = foldText(q ?? '').replace(/^#\s*/, '');
  if (!folded) return [];
  return [...new Set([folded, folded.toUpperCase(), (q ?? '').trim()])].flatMap((number) => [
    number,
    `#${number}`,
  ]);
}
