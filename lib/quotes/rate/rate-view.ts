import type { QuoteId } from '@/lib/quotes/quote-commands';
import type { ExchangeRate, Money } from '@/lib/shared/numbers/money';
import type { PairRate } from '@/lib/shared/numbers/pair-rate';

/**
 * A pair of currencies of the store, with the rate that a user typed. `rate` and `changedAt` are null if no user has
 * typed a rate.
 */
export type RateView = {
  one: string;
  other: string;
  rate: ExchangeRate | null;
  /**
   * Rounding step for new prices in the currency `other`: each new price becomes a multiple of the step. The step is in
   * minor units, and `decimals` is the number of decimals of the currency.
   */
  stepMinor: number;
  decimals: number;
  limitPermille: number | null;
  changedAt: string | null;
  changedBy: string | null;
};

/**
 * Result of a change of a rate. `stale`: the rate has changed since the form was opened. `not_found`: the store has no
 * such pair of currencies.
 */
export type SetRateOutcome =
  | { code: 'saved'; status: 200 }
  | { code: 'stale'; status: 409 }
  | { code: 'not_found'; status: 404 };

/**
 * Why a quote cannot be renewed.
 *
 * - `changed`: the quote or its new price has changed since the preview.
 * - `change_requested`: the customer asked for a change.
 * - `unsent_changes`: the quote has a draft that was not sent.
 * - `zero_price`: a price would be rounded to 0.
 * - `too_large`: the platform would refuse the new amounts.
 * - `unreadable`: the content of the quote cannot be decrypted.
 */
export type RenewalProblem =
  | 'changed'
  | 'change_requested'
  | 'unsent_changes'
  | 'zero_price'
  | 'too_large'
  | 'unreadable';

/** A quote whose price must be updated. If the quote cannot be renewed, `after` is null and `problem` is the reason. */
export type RenewalItem = {
  quoteId: string;
  number: string;
  version: number;
  customerName: string | null;
  before: Money;
  after: Money | null;
  problem: RenewalProblem | null;
  /**
   * The rate at which the quote was sent, and the current rate. Null if the content of the quote cannot be decrypted.
   */
  rates: { base: PairRate; now: ExchangeRate } | null;
};

/**
 * Maximum number of quotes that one request renews. If there are more quotes, the screen renews them in further
 * requests, one after another.
 */
export const renewedMax = 20;

/** The quotes whose price must be updated. `hasMore`: there are more such quotes than the preview shows. */
export type RenewalPreview = { quotes: RenewalItem[]; hasMore: boolean };

/** The new version of a quote, with the data for the message to its customer. */
export type RenewedQuote = {
  number: string;
  token: string;
  customer: { name: string; phone: string };
  total: Money;
  /** Last valid day, YYYY-MM-DD in the store's time zone. */
  until: string;
};

export type RenewalResult = { quoteId: QuoteId } & (
  | { code: 'renewed'; quote: RenewedQuote }
  | { code: 'refused'; problem: RenewalProblem }
);

export type RenewQuotesOutcome = { code: 'renewed'; status: 200; results: RenewalResult[] };
