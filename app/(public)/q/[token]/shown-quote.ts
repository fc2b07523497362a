import type { AnswerOutcome } from '@/lib/quotes/acceptance/answer-quote.server';
import type { CustomerAnswer } from '@/lib/quotes/quote-commands';
import type { LinkedQuote } from '@/lib/quotes/acceptance/open-link.server';
import { openStates } from '@/lib/quotes/quote-state';
import type { AppLocale } from '@/lib/shared/locale';

export type Intent = CustomerAnswer['intent'];

/**
 * The reason why the customer's last answer was not accepted. The page shows the reason at the field in which the
 * customer can correct it.
 */
export type AnswerProblem =
  | Exclude<AnswerOutcome, { code: 'unlocked' | 'done' | 'over' }>
  | { code: 'digits_missing' };

/** Values that the customer typed into the answer form. After a refusal, the form shows them again. */
export type Typed = { intent: Intent; digits: string; name: string; message: string; reason: string };

export type ShownQuote = {
  linked: LinkedQuote;
  locale: AppLocale;
  /**
   * True if the typed digits match the customer's phone. The page then shows all data and does not ask for the digits
   * again.
   */
  isRevealed: boolean;
  /** The values of the posted form; null if the page was opened with GET. */
  typed: Typed | null;
  problem: AnswerProblem | null;
};

/**
 * True if the customer can still answer the quote, so the page has the answer form. After too many wrong
 * digits of the phone were typed, the app accepts no more digits (`areDigitsClosed`). The quote then cannot
 * be answered, because every answer needs the digits.
 */
export const isAnswerable = ({ linked }: ShownQuote) =>
  openStates.includes(linked.state) && !linked.areDigitsClosed;
