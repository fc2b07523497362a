import type { OperationOutcome, OperationRefused } from '@/lib/operations/operation-outcome';

/**
 * Why an action on a quote changed nothing.
 *
 * - `stale`: the screen showed an old version.
 * - `not_open`: the state of the quote does not allow the action.
 * - `draft_over`: the draft was deleted, or an order was created from it or may still be created.
 * - `in_the_past`, `too_far`: the last valid day is too early or too late.
 * - `too_many`: the install has the maximum number of drafts.
 * - `no_rate`: a rate limit (how far the exchange rate may move) was requested, but no rate of the store affects
 *   these prices.
 * - `rate_changed`: the store's rate has changed since the form showed it.
 * - `rate_moved`: the store's rate has moved beyond the limit of the quote, so its price must be renewed first.
 */
export type QuoteRefusalReason =
  | 'stale'
  | 'not_open'
  | 'draft_over'
  | 'in_the_past'
  | 'too_far'
  | 'too_many'
  | 'no_rate'
  | 'rate_changed'
  | 'rate_moved';

/** Result of an action on a quote. The codes are the same as those of the results of all other writes. */
export type QuoteOutcome<Result> =
  | Extract<
      OperationOutcome<Result>,
      {
        code:
          | 'succeeded'
          | 'invalid'
          | 'operation_reused'
          | 'missing_scope'
          | 'signed_out'
          | 'not_found'
          | 'reconnect'
          | 'no_right';
      }
    >
  | (OperationRefused & { reason: QuoteRefusalReason });

/** Returns the result of an action that was refused and changed nothing. */
export function refused(reason: QuoteRefusalReason): OperationRefused & { reason: QuoteRefusalReason } {
  return {
    code: 'refused',
    status: reason === 'in_the_past' || reason === 'too_far' ? 400 : 409,
    reason,
    requestId: null,
    fields: [],
    lines: [],
    currentStatus: null,
  };
}

export const notFound = { code: 'not_found', status: 404 } as const;

/**
 * Refusal because the app lacks the scope to create orders. Sending or accepting a quote needs this scope, because a
 * quote promises an order.
 */
export const needsOrdersCreate = { code: 'missing_scope', status: 403, scope: 'orders:create' } as const;

export const done = <Result>(result: Result) => ({ code: 'succeeded', status: 200, result }) as const;
