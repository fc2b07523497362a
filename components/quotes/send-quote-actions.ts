import type { FindOpenQuotesCommand, QuoteId, SendQuoteCommand } from '@/lib/quotes/quote-commands';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import type { ActionOf } from '@/lib/shared/action-of';

/** Data of a sent quote (lib/quotes/send-quote.server). */
export type SentQuoteData = { quoteId: QuoteId; number: string; version: number; token: string };
export type SendQuoteOutcome = QuoteOutcome<SentQuoteData>;

/** Server actions of sending a quote, passed in by the page. */
export type SendQuoteActions = {
  send: ActionOf<typeof SendQuoteCommand, SendQuoteOutcome>;
  findOpen: ActionOf<typeof FindOpenQuotesCommand, { code: string; quotes?: QuoteListItem[] }>;
};
