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

/**
 * Final states of a quote. The personal data of a quote in a final state is deleted after the time that the store has
 * set.
 */
export const overStates: readonly QuoteState[] = ['converted', 'declined', 'expired', 'withdrawn'];

/** The data of a quote that decides what is allowed for it. */
export type EvaluatedQuote = {
  state: string;
  expiresAt: Date | null;
  /** State of the write that creates the quote's order; null if there is no such write. */
  orderWrite: string | null;
  /** True if the quote has a link that was not revoked. */
  hasLink: boolean;
};

type StateColumns = Pick<EvaluatedQuote, 'state' | 'expiresAt'>;

/**
 * Returns the state of a stored quote at the time `now`. An open quote after its `expiresAt` is expired, even if no
 * worker has stored the state expired yet.
 */
export function quoteStateOf({ state, expiresAt }: StateColumns, now: Date): QuoteState {
  const known = quoteStates.find((one) => one === state);
  if (!known) throw new Error(`unknown state of a quote: ${state}`);
  return openStates.includes(known) && expiresAt !== null && expiresAt <= now ? 'expired' : known;
}

/** Number of days after the answer during which a quote can still be read by its link. */
const readableDays = 14;

/**
 * True if the link of a quote shows only the state of the quote. Then no digits of the phone number are compared, so
 * that nobody can try all combinations (S19). The link of a quote that can still be answered is never closed.
 */
export function isLinkClosed(quote: StateColumns & { answeredAt: Date | null }, now: Date): boolean {
  if (openStates.includes(quoteStateOf(quote, now))) return false;
  const answeredMs = quote.answeredAt?.getTime();
  const untilMs =
    answeredMs === undefined ? (quote.expiresAt?.getTime() ?? 0) : answeredMs + readableDays * 86_400_000;
  return untilMs <= now.getTime();
}

/**
 * Maximum number of wrong tries at the last four digits of the phone number, for one link. After that, no digits are
 * compared until the merchant allows new tries. So a patient attacker can try only 20 of the 10,000 combinations: the
 * chance to find the right one is 1 in 500 (S19).
 */
export const wrongTriesMax = 20;

/**
 * True if the link of a quote had too many wrong tries at the last four digits of the phone number. Digits are then not
 * compared any more. The customer can still read the offer, but cannot answer it or see their own data.
 */
export const areDigitsClosed = ({ wrongTries }: { wrongTries: number }) => wrongTries >= wrongTriesMax;

/**
 * True if the content of a quote may be changed and sent as another version. It is false if an order of the quote
 * exists or may exist. If the platform refused the order, there is certainly none.
 */
export function canRewrite(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  if (state === 'needs_attention') return quote.orderWrite === 'refused';
  return ['draft', ...openStates, 'declined', 'expired', 'withdrawn'].includes(state);
}

/** True if the user may request the quote's order again, because the last request was refused. */
export const canRetry = (quote: EvaluatedQuote) =>
  quote.state === 'needs_attention' && quote.orderWrite === 'refused';

/** True if the user may withdraw the quote. Withdrawing revokes its link and ends the quote. */
export function canWithdraw(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  return openStates.includes(state) || (state === 'needs_attention' && quote.orderWrite === 'refused');
}

/**
 * True if the user may revoke only the link of the quote, while the quote keeps its state. This is so if the quote's
 * order exists or may exist, or if the quote is over without an order.
 */
export const canWithdrawLink = (quote: EvaluatedQuote, now: Date) =>
  quote.hasLink && !canWithdraw(quote, now);
