import type { FindOpenQuotesCommand, QuoteId, SendQuoteCommand } from '@/lib/quotes/quote-commands';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import type { ActionOf } from '@/lib/shared/action-of';

/** Data of a quote after it was sent (lib/quotes/send-quote.server.ts). */
export type SentQuoteData = { quoteId: QuoteId; number: string; version: number; token: string };
export type SendQuoteOutcome = QuoteOutcome<SentQuoteData>;

/** Server actions that the dialog to send a quote needs. The page passes them in. */
export type SendQuoteActions = {
  send: ActionOf<typeof SendQuoteCommand, SendQuoteOutcome>;
  findOpen: ActionOf<typeof FindOpenQuotesCommand, { code: string; quotes?: QuoteListItem[] }>;
};
