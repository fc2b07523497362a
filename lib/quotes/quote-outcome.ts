import type { OperationOutcome, OperationRefused } from '@/lib/operations/operation-outcome';

/**
 * Why a press on a quote changed nothing. stale: the screen showed another version; not_open: its state does not allow
 * it any more; in_the_past, too_far: the day it is to hold until; too_many: drafts.
 */
export type QuoteRefusalReason = 'stale' | 'not_open' | 'in_the_past' | 'too_far' | 'too_many';

/** What a press on a quote answers, in the words of every other write. */
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

/** Nothing was changed. */
export function refused(reason: QuoteRefusalReason): OperationRefused & { reason: QuoteRefusalReason } {
  return {
    ...{ code: 'refused', status: reason === 'in_the_past' || reason === 'too_far' ? 400 : 409, reason },
    ...{ requestId: null, fields: [], lines: [], currentStatus: null },
  };
}

export const notFound = { code: 'not_found', status: 404 } as const;

/** The write of an order needs it, and a quote is the promise of one. */
export const needsOrdersCreate = { code: 'missing_scope', status: 403, scope: 'orders:create' } as const;

export const done = <Result>(result: Result) => ({ code: 'succeeded', status: 200, result }) as const;
