import type { FieldProblem, StockProblem } from 'commerce-platform-client/assumptions';
import type { NoRight } from '@/lib/shared/roles/roles';

/** Result of a write, as the action returns it to the form. `status` is the corresponding HTTP status (S28). */
export type OperationOutcome<Result> =
  | { code: 'succeeded'; status: 200; result: Result }
  /**
   * The write is stored, but it is not known yet whether it succeeded. It may have been sent, or it may still wait for
   * an earlier write to the same order.
   */
  | { code: 'unconfirmed'; status: 202 }
  /**
   * The write may have taken effect, and a read of the platform did not show whether it did. The app does not send the
   * write again; a user must decide.
   */
  | { code: 'needs_review'; status: 202 }
  /**
   * The app's own validation failed, and nothing was stored. The paths in `fields` are those of the platform's request
   * body.
   */
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | OperationRefused
  /** The operation id was already used for another request. */
  | { code: 'operation_reused'; status: 409 }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'signed_out'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | { code: 'reconnect'; status: 401 }
  | NoRight;

/**
 * The platform or the app refused the write, and nothing was written. `reason` is the error code of the platform or of
 * the app. The reason `changed_meanwhile` means that the order has changed since the screen showed it, so the user must
 * decide again.
 */
export type OperationRefused = {
  code: 'refused';
  status: number;
  reason: string;
  requestId: string | null;
  fields: FieldProblem[];
  lines: StockProblem[];
  /**
   * Current status of the order, if the platform refused a status change because of this status (platform:
   * details.current_status). Null in all other cases.
   */
  currentStatus: string | null;
};
