import { foldText } from '@/lib/shared/fold-text';
import { foldedWords, holdsPattern } from '@/lib/shared/search-patterns';

/**
 * Converts a search text to one LIKE pattern per word, for folded (simplified) text. An order matches if it contains
 * each word anywhere. A "#" at the beginning of a word is removed, because people often write it before an order
 * number.
 */
export function patternsOf(q: string | undefined): string[] {
  const words = foldedWords(q ?? '').map((word) => word.replace(/^#/, ''));
  return [...new Set(words.filter(Boolean))].map(holdsPattern);
}

/**
 * Returns the order numbers that the search text may mean if it is one number. The variants are the number with Latin
 * digits and small letters, the same in capital letters, and the text as typed. Each variant is returned with and
 * without "#".
 */
export function numbersOf(q: string | undefined): string[] {
  const folded = foldText(q ?? '').replace(/^#\s*/, '');
  if (!folded) return [];
  return [...new Set([folded, folded.toUpperCase(), (q ?? '').trim()])].flatMap((number) => [
    number,
    `#${number}`,
  ]);
}
