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
 * Returns the spellings in which an order number may be stored, for a search text that may be an order number. The
 * spellings are: with Latin digits and small letters, the same in capital letters, and as typed. Each spelling is
 * returned with and without "#".
 */
export function numbersOf(q: string | undefined): string[] {
  const folded = foldText(q ?? '').replace(/^#\s*/, '');
  if (!folded) return [];
  return [...new Set([folded, folded.toUpperCase(), (q ?? '').trim()])].flatMap((number) => [
    number,
    `#${number}`,
  ]);
}
