import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateOrderBody } from '@/lib/platform/contract/orders';
import { InstallId, OperationId, OrderId } from '@/lib/shared/ids';

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

/** What a success tells. */
export const CreatedOrder = z.object({ orderId: OrderId, orderNumber: z.string() });
export type CreatedOrder = z.infer<typeof CreatedOrder>;

/** What the form learns. */
export type CreateOrderOutcome = OperationOutcome<CreatedOrder>;
