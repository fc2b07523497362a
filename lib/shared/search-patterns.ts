import { foldText } from '@/lib/shared/fold-text';

/** Returns the words of a search text: folded, each word once. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldText(text).split(' ').filter(Boolean))];
}

/** Returns the LIKE pattern that finds a folded word at any place of a folded text. */
export function holdsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether the trigram index can be used for at least one of the LIKE patterns. For that, a pattern must contain three
 * consecutive letters or digits, Latin or Arabic.
 */
export function hasTrigram(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => /[a-z0-9\u0621-\u063A\u0641-\u064A]{3}/.test(pattern));
}
