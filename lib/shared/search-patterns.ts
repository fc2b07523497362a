import { foldText } from '@/lib/shared/fold-text';

/** The different words of a text, folded. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldText(text).split(' ').filter(Boolean))];
}

/** A folded word, anywhere in a folded text, as a LIKE pattern. */
export function holdsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether the index of trigrams can find it: it knows three letters or digits in a row, Latin or Arabic ones. */
export function hasTrigram(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => /[a-z0-9\u0621-\u063A\u0641-\u064A]{3}/.test(pattern));
}
