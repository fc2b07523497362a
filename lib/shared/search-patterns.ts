import { foldText } from '@/lib/shared/fold-text';

/** The distinct folded words of a text. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldText(text).split(' ').filter(Boolean))];
}

/** A LIKE pattern that finds a folded word anywhere in a folded text. */
export function holdsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether the trigram index can find one of the patterns. The index needs three consecutive letters or digits, Latin or
 * Arabic.
 */
export function hasTrigram(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => /[a-z0-9\u0621-\u063A\u0641-\u064A]{3}/.test(pattern));
}
