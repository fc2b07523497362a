import type { AnswerOutcome } from '@/lib/quotes/acceptance/answer-quote.server';
import type { CustomerAnswer } from '@/lib/quotes/quote-commands';
import type { LinkedQuote } from '@/lib/quotes/acceptance/open-link.server';
import { openStates } from '@/lib/quotes/quote-state';
import type { AppLocale } from '@/lib/shared/locale';

export type Intent = CustomerAnswer['intent'];

/** Why the last answer was not accepted. The page shows each problem at the field that fixes it. */
export type AnswerProblem =
  | Exclude<AnswerOutcome, { code: 'unlocked' | 'done' | 'over' }>
  | { code: 'digits_missing' };

/** The values the customer typed. They are shown again after every refusal. */
export type Typed = { intent: Intent; digits: string; name: string; message: string; reason: string };

/** The data of one rendering of the quote page. */
export type ShownQuote = {
  linked: LinkedQuote;
  locale: AppLocale;
  /**
   * True when the typed digits match the phone. The page then shows everything and does not request the digits again.
   */
  isRevealed: boolean;
  /** null: the page was opened with GET and nothing was posted. */
  typed: Typed | null;
  problem: AnswerProblem | null;
};

/** True if the page has the form for an answer. An answer needs the digits. */
export const isAnswerable = ({ linked }: ShownQuote) =>
  openStates.includes(linked.state) && !linked.areDigitsClosed;
