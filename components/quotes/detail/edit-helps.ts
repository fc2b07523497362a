import type { QuoteView } from '@/lib/quotes/quote-view';

/** Reasons of a refused order that only a changed quote removes, unless somebody changes the store. */
const reasons = [
  'insufficient_stock',
  'payment_method_disabled',
  'variant_not_found',
  'variant_unavailable',
  'currency_not_allowed',
  'invalid_request',
];

/**
 * True if the platform refused the order of an accepted quote for a reason that the same order meets again, so that a
 * changed quote is the next step. False if the content of the quote was deleted, because it can no longer be changed.
 * Pure function.
 */
export const editHelps = ({ can, content, problem }: Pick<QuoteView, 'can' | 'content' | 'problem'>) =>
  can.retry && content !== null && problem?.reason != null && reasons.includes(problem.reason);
