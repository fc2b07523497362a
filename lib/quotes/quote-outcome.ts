import type { OperationOutcome, OperationRefused } from '@/lib/operations/operation-outcome';

/**
 * Why an action changed nothing. stale: the screen showed another version. not_open: the quote's state no longer allows
 * the action. in_the_past, too_far: the last valid day is not accepted. too_many: there are too many drafts.
 */
export type QuoteRefusalReason = 'stale' | 'not_open' | 'in_the_past' | 'too_far' | 'too_many';

/** Outcome of an action on a quote, with the same codes as every other write. */
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
          | 'reconnect';
      }
    >
  | (OperationRefused & { reason: QuoteRefusalReason });

/** Makes a refusal: nothing was changed. */
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

/** The write of an order needs this scope. A quote promises an order, so it needs the scope too. */
export const needsOrdersCreate = { code: 'missing_scope', status: 403, scope: 'orders:create' } as const;

export const done = <Result>(result: Result) => ({ code: 'succeeded', status: 200, result }) as const;
