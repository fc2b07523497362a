import { z } from 'zod';
import { CreateFulfillmentBody, PatchFulfillmentBody } from 'commerce-platform-client/contract/fulfillments';
import { PatchOrderBody, SetStatusBody } from 'commerce-platform-client/contract/orders';
import { CreateRefundBody } from 'commerce-platform-client/contract/refunds';
import { FulfillmentId, InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';

/**
 * Fields of every action on one order. The form makes `operationId`, so that submitting the form again is not a second
 * write.
 */
const OrderCommand = z.object({ installId: InstallId, operationId: OperationId, orderId: OrderId });

/**
 * Key of the attribute in which the app stores the operation id of an order that it creates. If the response to the
 * write is lost, a read finds the order by this attribute. The key must never change.
 */
export const operationAttribute = 'daftar.op';

export const ChangeOrderCommand = OrderCommand.extend({
  change: PatchOrderBody.refine(({ attributes }) => !Object.hasOwn(attributes ?? {}, operationAttribute), {
    error: 'is kept',
    path: ['attributes', operationAttribute],
  }),
  /**
   * The note that the screen showed to the user; required if the note is changed. The note comes from the platform, so
   * it may contain characters that the schema `Text` would refuse.
   */
  noteSeen: z.string().nullable().optional(),
}).refine(({ change, noteSeen }) => change.note === undefined || noteSeen !== undefined, {
  error: 'a note is changed by who has seen it',
  path: ['noteSeen'],
});
export type ChangeOrderCommand = z.infer<typeof ChangeOrderCommand>;

export const SetOrderStatusCommand = OrderCommand.extend(SetStatusBody.shape);
export type SetOrderStatusCommand = z.infer<typeof SetOrderStatusCommand>;

export const FulfillOrderCommand = OrderCommand.extend({ fulfillment: CreateFulfillmentBody });
export type FulfillOrderCommand = z.infer<typeof FulfillOrderCommand>;

export const ChangeFulfillmentCommand = OrderCommand.extend({
  fulfillmentId: FulfillmentId,
  change: PatchFulfillmentBody,
});
export type ChangeFulfillmentCommand = z.infer<typeof ChangeFulfillmentCommand>;

export const RefundOrderCommand = OrderCommand.extend({ refund: CreateRefundBody });
export type RefundOrderCommand = z.infer<typeof RefundOrderCommand>;
