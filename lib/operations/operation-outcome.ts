import type { FieldProblem, StockProblem } from '@/lib/platform/assumptions';
import type { NoRight } from '@/lib/shared/roles/roles';

/** Outcome that the action of a write returns to the form. `status` is the corresponding HTTP status (S28). */
export type OperationOutcome<Result> =
  | { code: 'succeeded'; status: 200; result: Result }
  /** The write is stored. It is sent but not confirmed yet, or it waits for another write to the same order. */
  | { code: 'unconfirmed'; status: 202 }
  /** The write may have taken effect, and reading could not prove it. It is not sent again; a user must decide. */
  | { code: 'needs_review'; status: 202 }
  /** Our own validation failed, and nothing was stored. The paths are those of the platform's request body. */
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
 * Nothing was written. `reason` is the error code of the platform or of the app. changed_meanwhile: the order has
 * changed, so the user must look at it again and decide.
 */
export type OperationRefused = {
  code: 'refused';
  status: number;
  reason: string;
  requestId: string | null;
  fields: FieldProblem[];
  lines: StockProblem[];
  /**
   * Status of the order, if the platform refused a status change because of this status (platform:
   * details.current_status).
   */
  currentStatus: string | null;
};
