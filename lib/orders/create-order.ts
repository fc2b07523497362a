import { z } from 'zod';
import type { FieldProblem, StockProblem } from '@/lib/platform/assumptions';
import { CreateOrderBody } from '@/lib/platform/contract/orders';
import { InstallId, OperationId, type OrderId } from '@/lib/shared/ids';

/** Input of the action: the operation id is made by the form, so that posting it again is the same order. */
export const CreateOrderCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 20, {
    // One of the twenty is ours: the operation's id.
    error: 'at most 19 attributes',
    path: ['attributes'],
  }).refine((order) => !JSON.stringify(order).includes('\\u0000'), 'a NUL byte is not text'),
});
export type CreateOrderCommand = z.infer<typeof CreateOrderCommand>;

/** What the form learns. `status` is the HTTP status the answer stands for (security: Bad inputs). */
export type CreateOrderOutcome =
  | { code: 'created'; status: 201; orderId: OrderId; orderNumber: string }
  /** Sent, not yet confirmed: the worker settles it, and the list shows it when it is known. */
  | { code: 'unconfirmed'; status: 202 }
  /** It may exist, and reading could not tell: nothing is sent any more, a person has to look. */
  | { code: 'needs_review'; status: 202 }
  /** Our own parse refused it: nothing was recorded. Paths are those of POST /orders ("items.0.quantity"). */
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  /** The platform refused it: nothing was written there. `reason` is its error code. */
  | {
      code: 'refused';
      status: number;
      reason: string;
      fields: FieldProblem[];
      lines: StockProblem[];
      requestId: string | null;
    }
  /** This operation id was used for another order. */
  | { code: 'operation_reused'; status: 409 }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'signed_out'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | { code: 'reconnect'; status: 401 };
