import 'server-only';
import { kindsByName, type OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import { createOrderKind } from '@/lib/orders/new-order/create-order.server';
import { patchOrderKind } from '@/lib/orders/order/change-order.server';
import { changeFulfillmentKind } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import { createRefundKind } from '@/lib/orders/order/refund/refund-order.server';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';

/** Every write that creates or changes an order, by the name under which it is recorded. */
export const orderKinds: OperationKinds = kindsByName([
  createOrderKind,
  patchOrderKind,
  setOrderStatusKind,
  createFulfillmentKind,
  fulfillRestKind,
  changeFulfillmentKind,
  createRefundKind,
]);
