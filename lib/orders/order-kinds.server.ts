import 'server-only';
import { kindsByName, type OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import { createOrderKind } from '@/lib/orders/new-order/create-order.server';
import { patchOrderKind } from '@/lib/orders/order/change-order.server';
import { changeFulfillmentKind } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import { createRefundKind } from '@/lib/orders/order/refund/refund-order.server';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';

/**
 * All kinds of operations (writes to the platform) that create or change an order, keyed by the name that is stored
 * with an operation.
 */
export const orderKinds: OperationKinds = kindsByName([
  createOrderKind,
  patchOrderKind,
  setOrderStatusKind,
  createFulfillmentKind,
  fulfillRestKind,
  changeFulfillmentKind,
  createRefundKind,
]);
