import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateOrderBody } from '@/lib/platform/contract/orders';
import { InstallId, OperationId, OrderId } from '@/lib/shared/ids';

/**
 * Input of the action that creates an order. The form makes the operation id, so that posting the form again does not
 * create a second order.
 */
export const CreateOrderCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 20, {
    // The platform allows twenty attributes, but the app needs one of them for the operation id.
    error: 'at most 19 attributes',
    path: ['attributes'],
  }),
  /** The order that the new order replaces. Creating the order does not cancel it. */
  replaces: OrderId.nullish(),
});
export type CreateOrderCommand = z.infer<typeof CreateOrderCommand>;

export const CreatedOrder = z.object({ orderId: OrderId, orderNumber: z.string() });
export type CreatedOrder = z.infer<typeof CreatedOrder>;

export type CreateOrderOutcome = OperationOutcome<CreatedOrder>;
