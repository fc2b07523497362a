import type { AnswerOutcome } from '@/lib/quotes/acceptance/answer-quote.server';
import type { CustomerAnswer } from '@/lib/quotes/quote-commands';
import type { LinkedQuote } from '@/lib/quotes/acceptance/open-link.server';
import { openStates } from '@/lib/quotes/quote-state';
import type { AppLocale } from '@/lib/shared/locale';

export type Intent = CustomerAnswer['intent'];

/** Why the last answer did not count; each is told where it is mended. */
export type AnswerProblem =
  | Exclude<AnswerOutcome, { code: 'unlocked' | 'done' | 'over' }>
  | { code: 'digits_missing' };

/** What the customer typed, kept through every refusal. */
export type Typed = { intent: Intent; digits: string; name: string; message: string; reason: string };

/** A quote as one answer of the page shows it. */
export type ShownQuote = {
  linked: LinkedQuote;
  locale: AppLocale;
  /** The digits fitted: all may be shown, and they need not be asked for again. */
  isRevealed: boolean;
  /** null: the page was opened, and nothing posted. */
  typed: Typed | null;
  problem: AnswerProblem | null;
};

export const isOpen = ({ linked }: ShownQuote) => openStates.includes(linked.state);
