/**
 * States of a quote. sent, opened: the customer may answer. accepted: its order is being created. converted: the order
 * exists. needs_attention: the platform refused the order, or its outcome is unknown.
 */
export const quoteStates = [
  'draft',
  'sent',
  'opened',
  'accepted',
  'converted',
  'needs_attention',
  'declined',
  'expired',
  'withdrawn',
] as const;
export type QuoteState = (typeof quoteStates)[number];

/** States in which the customer may answer. */
export const openStates: readonly QuoteState[] = ['sent', 'opened'];

/** Final states. From then on the personal data is stored for the time that the store has set. */
export const overStates: readonly QuoteState[] = ['converted', 'declined', 'expired', 'withdrawn'];

/** The fields of a quote from which its state is evaluated. */
export type EvaluatedQuote = {
  state: string;
  expiresAt: Date | null;
  /** State of the write that creates the quote's order; null if there is none. */
  orderWrite: string | null;
  /** Whether the quote has a link that was not revoked. */
  hasLink: boolean;
};

type StateColumns = Pick<EvaluatedQuote, 'state' | 'expiresAt'>;

/** The state of a row. An open quote after its `expiresAt` is expired, whether or not a worker has stored that. */
export function quoteStateOf({ state, expiresAt }: StateColumns, now: Date): QuoteState {
  const known = quoteStates.find((one) => one === state);
  if (!known) throw new Error(`unknown state of a quote: ${state}`);
  return openStates.includes(known) && expiresAt !== null && expiresAt <= now ? 'expired' : known;
}

/** Days for which an answered quote can still be read by its link. */
const readableDays = 14;

/**
 * True if the link shows no more than the state of the quote. From then on no digits are compared, so nobody can try
 * all of them (S19). An open quote is read until it expires.
 */
export function isLinkClosed(quote: StateColumns & { answeredAt: Date | null }, now: Date): boolean {
  if (openStates.includes(quoteStateOf(quote, now))) return false;
  const answeredMs = quote.answeredAt?.getTime();
  const untilMs =
    answeredMs === undefined ? (quote.expiresAt?.getTime() ?? 0) : answeredMs + readableDays * 86_400_000;
  return untilMs <= now.getTime();
}

/**
 * Wrong digits for one link. After that many no digits are compared until the merchant opens the digits step again, so
 * patience does not help to find one of the 10,000 combinations: the chance is 1 in 500 (S19).
 */
export const wrongTriesMax = 20;

/**
 * True if the link compares no digits any more. The customer can still read the offer, but cannot answer it or see
 * their own data.
 */
export const areDigitsClosed = ({ wrongTries }: { wrongTries: number }) => wrongTries >= wrongTriesMax;

/**
 * True if the content may be rewritten and sent as another version. It is false while an order of the quote may exist.
 * A refusal proves that there is no order.
 */
export function canRewrite(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  if (state === 'needs_attention') return quote.orderWrite === 'refused';
  return ['draft', ...openStates, 'declined', 'expired', 'withdrawn'].includes(state);
}

/** True if the write of the order may be requested again, after the last write was refused. */
export const canRetry = (quote: EvaluatedQuote) =>
  quote.state === 'needs_attention' && quote.orderWrite === 'refused';

/** True if the quote may be withdrawn: its link is revoked, and the quote ends. */
export function canWithdraw(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  return openStates.includes(state) || (state === 'needs_attention' && quote.orderWrite === 'refused');
}

/**
 * True if only the link may be revoked, and the quote keeps its state: its order exists or may exist, or the quote is
 * over without one.
 */
export const canWithdrawLink = (quote: EvaluatedQuote, now: Date) =>
  quote.hasLink && !canWithdraw(quote, now);
