/**
 * States of a quote.
 *
 * - `sent`, `opened`: the customer may answer.
 * - `accepted`: the order is being created.
 * - `converted`: the order exists.
 * - `needs_attention`: the platform refused the order, or the outcome is unknown.
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

/** States of a quote in which the customer may answer it. */
export const openStates: readonly QuoteState[] = ['sent', 'opened'];

/** Final states of a quote. In these states, the personal data is deleted after the retention time of the store. */
export const overStates: readonly QuoteState[] = ['converted', 'declined', 'expired', 'withdrawn'];

/** The data of a quote that decides which actions are allowed for it. */
export type EvaluatedQuote = {
  state: string;
  expiresAt: Date | null;
  /** State of the write that creates the quote's order; null if no order was requested. */
  orderWrite: string | null;
  /** True if the quote has a link that was not revoked. */
  hasLink: boolean;
};

type StateColumns = Pick<EvaluatedQuote, 'state' | 'expiresAt'>;

/**
 * Returns the state of a stored quote at the time `now`. After `expiresAt`, a quote that was open counts as `expired`,
 * even if the worker has not stored this state yet.
 */
export function quoteStateOf({ state, expiresAt }: StateColumns, now: Date): QuoteState {
  const known = quoteStates.find((one) => one === state);
  if (!known) throw new Error(`unknown state of a quote: ${state}`);
  return openStates.includes(known) && expiresAt !== null && expiresAt <= now ? 'expired' : known;
}

/** Number of days after the customer's answer during which the link still shows the quote. */
const readableDays = 14;

/**
 * Returns true if the link of a quote shows only the state of the quote. The acceptance page of such a closed link does
 * not ask for the unlock digits, so nobody can find them by trying (S19). While a quote can be answered, its link is
 * never closed.
 */
export function isLinkClosed(quote: StateColumns & { answeredAt: Date | null }, now: Date): boolean {
  if (openStates.includes(quoteStateOf(quote, now))) return false;
  const answeredMs = quote.answeredAt?.getTime();
  const untilMs =
    answeredMs === undefined ? (quote.expiresAt?.getTime() ?? 0) : answeredMs + readableDays * 86_400_000;
  return untilMs <= now.getTime();
}

/**
 * Returns true if the content of a quote may be changed and sent as a new version. Returns false if the quote's order
 * exists or may exist. If the platform refused the order, it certainly does not exist, so the content may be changed.
 */
export function canRewrite(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  if (state === 'needs_attention') return quote.orderWrite === 'refused';
  return ['draft', ...openStates, 'declined', 'expired', 'withdrawn'].includes(state);
}

/**
 * Returns true if the user may send the write that creates the quote's order again, because the platform refused it.
 */
export const canRetry = (quote: EvaluatedQuote) =>
  quote.state === 'needs_attention' && quote.orderWrite === 'refused';

/** Returns true if the user may withdraw the quote. A withdrawal ends the quote and revokes its link. */
export function canWithdraw(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  return openStates.includes(state) || (state === 'needs_attention' && quote.orderWrite === 'refused');
}

/**
 * Returns true if the user may revoke the link of the quote without a change of its state. This is allowed for a quote
 * with a link that cannot be withdrawn.
 */
export const canWithdrawLink = (quote: EvaluatedQuote, now: Date) =>
  quote.hasLink && !canWithdraw(quote, now);
