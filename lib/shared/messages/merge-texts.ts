import { baseLocales } from '@/lib/shared/locale';
import type { MessageTexts } from './message-templates';

/**
 * Returns the texts of a form after another user has changed the stored texts. A text that differs from `seen` (the
 * text with which the form was opened) was typed in the form, so it stays. Each other text becomes the stored text.
 */
export function mergeTexts(typed: MessageTexts, seen: MessageTexts, stored: MessageTexts): MessageTexts {
  const merged = baseLocales.map((language) => [
    language,
    typed[language] === seen[language] ? stored[language] : typed[language],
  ]);
  return Object.fromEntries(merged) as MessageTexts;
}

/** Returns true if a value that was saved in the browser has a text in each language. */
export function isMessageTexts(value: unknown): value is MessageTexts {
  if (typeof value !== 'object' || value === null) return false;
  const texts = new Map<string, unknown>(Object.entries(value));
  return baseLocales.every((language) => typeof texts.get(language) === 'string');
}
