import { foldText } from '@/lib/shared/fold-text';
import { foldedWords, holdsPattern } from '@/lib/shared/search-patterns';

/**
 * Converts a search text to LIKE patterns for folded text, one for each word. An order matches if it contains each word
 * anywhere. A leading "#" is removed from a word, because people often write it before an order number.
 */
export function patternsOf(q: string | undefined): string[] {
  const words = foldedWords(q ?? '').map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))].map(holdsPattern);
}

/**
 * Returns the order numbers that the whole search text may mean: with Latin digits, in small letters, in capital
 * letters, and as typed. Each is returned with and without "#".
 */
export function numbersOf(q: string | undefined): string[] {
  const folded = foldText(q ?? '').replace(/^#\s*/, '');
  if (!folded) return [];
  return [...new Set([folded, folded.toUpperCase(), (q ?? '').trim()])].flatMap((number) => [
    number,
    `#${number}`,
  ]);
}
