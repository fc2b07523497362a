/**
 * Where a quote is. sent and opened: the customer may answer. accepted: its order is being made; converted: it is there;
 * needs_attention: the platform refused it, or nobody knows.
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

/** The customer may answer. */
export const openStates: readonly QuoteState[] = ['sent', 'opened'];

/** What has come to an end: from here its personal data is kept for as long as the store has set. */
export const overStates: readonly QuoteState[] = ['converted', 'declined', 'expired', 'withdrawn'];

/** A quote as its state is judged. */
export type EvaluatedQuote = {
  state: string;
  expiresAt: Date | null;
  /** How the write that makes its order stands; null: there is none. */
  orderWrite: string | null;
};

/** The state of a row: one whose time is over has expired, whether or not a worker has come by. */
export function quoteStateOf(
  { state, expiresAt }: Omit<EvaluatedQuote, 'orderWrite'>,
  now: Date,
): QuoteState {
  const known = quoteStates.find((one) => one === state);
  if (!known) throw new Error(`no such state of a quote: ${state}`);
  return openStates.includes(known) && expiresAt !== null && expiresAt <= now ? 'expired' : known;
}

/**
 * Whether its content may be written anew, and sent as another version. Never while an order of it may be there: a
 * refusal proves that none is.
 */
export function canRewrite(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  if (state === 'needs_attention') return quote.orderWrite === 'refused';
  return ['draft', ...openStates, 'declined', 'expired', 'withdrawn'].includes(state);
}

/** Whether the write of its order may be asked for anew, after the last one was refused. */
export const canRetry = (quote: EvaluatedQuote) =>
  quote.state === 'needs_attention' && quote.orderWrite === 'refused';

/** Whether its link may be taken back. */
export function canWithdraw(quote: EvaluatedQuote, now: Date): boolean {
  const state = quoteStateOf(quote, now);
  return openStates.includes(state) || (state === 'needs_attention' && quote.orderWrite === 'refused');
}
