import { foldText } from '@/lib/shared/fold-text';

/** Returns the words of a search text in folded (simplified) form, each word once. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldText(text).split(' ').filter(Boolean))];
}

/** Returns the LIKE pattern that finds a folded word (simplified by foldText) anywhere in a folded text. */
export function holdsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Returns true if PostgreSQL can use the trigram index for at least one of the LIKE patterns. A trigram is three
 * characters, so the pattern must contain three consecutive Latin or Arabic letters or digits.
 */
export function hasTrigram(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => /[a-z0-9\u0621-\u063A\u0641-\u064A]{3}/.test(pattern));
}
