import { z } from 'zod';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';

/**
 * Input of the action that creates an order. The form makes `operationId`, so that submitting the form again does not
 * create a second order.
 */
export const CreateOrderCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 20, {
    // The platform allows twenty attributes. The app needs one of them for the operation id, so the form can have
    // nineteen.
    error: 'at most 19 attributes',
    path: ['attributes'],
  }),
  /**
   * Id of the order that the new order replaces; null or absent if it replaces none. Creating the new order does not
   * cancel the old one.
   */
  replaces: OrderId.nullish(),
  /** Id of the saved draft of the form (a quote that was not sent); null or absent if there is none. */
  draftId: z.uuid().nullish(),
  /**
   * Id of an earlier write of the same form, if the user was warned that it may have created an order and pressed again;
   * null or absent otherwise.
   */
  earlierId: OperationId.nullish(),
});
export type CreateOrderCommand = z.infer<typeof CreateOrderCommand>;

export const CreatedOrder = z.object({ orderId: OrderId, orderNumber: z.string() });
export type CreatedOrder = z.infer<typeof CreatedOrder>;

export type CreateOrderOutcome = OperationOutcome<CreatedOrder>;
