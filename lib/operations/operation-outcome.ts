import type { FieldProblem, StockProblem } from '@/lib/platform/assumptions';

/** Result of a command's action. `status` is the corresponding HTTP status (S28). */
export type OperationOutcome<Result> =
  | { code: 'succeeded'; status: 200; result: Result }
  /** Recorded and safe; sent, not yet confirmed, or waiting behind another write to the same order. */
  | { code: 'unconfirmed'; status: 202 }
  /** It may have happened, and reading could not tell: nothing is sent any more, a person has to look. */
  | { code: 'needs_review'; status: 202 }
  /** Our own parse refused it: nothing was recorded. Paths are those of the platform's body. */
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | OperationRefused
  /** This operation id was used for something else. */
  | { code: 'operation_reused'; status: 409 }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'signed_out'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | { code: 'reconnect'; status: 401 };

/** Nothing was written. `reason` is the platform's error code, or ours: changed_meanwhile (read again and decide). */
export type OperationRefused = {
  code: 'refused';
  status: number;
  reason: string;
  requestId: string | null;
  fields: FieldProblem[];
  lines: StockProblem[];
  /** Status of the order after a refused move (platform: details.current_status). */
  currentStatus: string | null;
};
