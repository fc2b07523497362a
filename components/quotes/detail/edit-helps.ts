import type { QuoteView } from '@/lib/quotes/quote-view';

/**
 * Reasons for which the platform refuses the order of a quote. A retry without a change fails for the same reason. The
 * quote must be changed, or something in the store.
 */
const reasons = [
  'insufficient_stock',
  'payment_method_disabled',
  'variant_not_found',
  'variant_unavailable',
  'currency_not_allowed',
  'invalid_request',
];

/**
 * Returns true if changing the quote is the next step. This is so if the platform refused the order of an accepted
 * quote and would refuse the same order again. Returns false if the content of the quote was deleted, because the quote
 * can then no longer be changed. Pure function.
 */
export const editHelps = ({ can, content, problem }: Pick<QuoteView, 'can' | 'content' | 'problem'>) =>
  can.retry && content !== null && problem?.reason != null && reasons.includes(problem.reason);
