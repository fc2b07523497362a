import type { z } from 'zod';
import type { EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { listProducts, listVariants } from '@/sandbox/domain/list-products';
import { projectProduct, seesStock } from '@/sandbox/domain/catalogue';
import type { Context } from '@/sandbox/domain/context';
import { createOrder } from '@/sandbox/domain/orders/create-order';
import { listDiscounts } from '@/sandbox/domain/discounts';
import { patchOrder, requestStatus } from '@/sandbox/domain/orders/edit-order';
import { createFulfillment, patchFulfillment } from '@/sandbox/domain/orders/fulfill-order';
import { projectInstallation, projectStore } from '@/sandbox/domain/identity-answers';
import { appendMovement, listMovements } from '@/sandbox/domain/inventory';
import { listOrders } from '@/sandbox/domain/orders/list-orders';
import { projectOrderDetail } from '@/sandbox/domain/orders/order-answers';
import { createRefund } from '@/sandbox/domain/orders/refund-order';
import { isRefusal, type Refusal, refuse, refuseForNow } from '@/sandbox/domain/refusal';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import { sendTestEvent } from '@/sandbox/domain/test-delivery';
import {
  deleteSubscription,
  projectSubscription,
  putSubscription,
  subscriptionOf,
} from '@/sandbox/domain/webhooks';
import type { AppRecord, InstallRecord, OrderRecord, StoreRecord } from '@/sandbox/world/records';
import type { Runtime } from './runtime';

type Schema<Name extends EndpointName, Part extends 'query' | 'body'> =
  (typeof endpoints)[Name] extends Record<Part, infer Type extends z.ZodType> ? z.output<Type> : undefined;

/** The input of an API handler: a call with a validated token, scope and contract. */
export type ApiCall<Name extends EndpointName = EndpointName> = {
  runtime: Runtime;
  context: Context;
  install: InstallRecord;
  app: AppRecord;
  store: StoreRecord;
  id: string;
  fulfillmentId: string;
  query: Schema<Name, 'query'>;
  body: Schema<Name, 'body'>;
};

/**
 * One handler per API endpoint. Handlers are synchronous, so that no other code runs between a write and the storing of
 * its idempotency key. Both are therefore stored together or not at all.
 */
export type ApiHandlers = {
  [Name in EndpointName]: (call: ApiCall<Name>) => z.input<(typeof endpoints)[Name]['answer']> | Refusal;
};

/**
 * The handlers of the API, each of which calls the domain code of its endpoint. TypeScript checks the types of requests
 * and responses against the contract.
 */
export const apiHandlers: ApiHandlers = {
  getInstallation: ({ context, install, store }) => ({
    data: projectInstallation(context.world, install, store),
  }),

  getStore: ({ store }) => ({ data: projectStore(store) }),

  listOrders: ({ runtime, context, install, query }) =>
    listOrders(context.world, install, { ...query, sort: runtime.variation.sort }),

  getOrder: ({ context, install, app, id }) => {
    const order = orderOf(context, install, id);
    if (isRefusal(order)) return order;
    const personalData = effectiveScopes(install).includes('clients:read');
    return { data: projectOrderDetail(order, { appId: app.id, personalData }) };
  },

  createOrder: ({ runtime, context, store, app, body }) => {
    const order = createOrder(context, store, body, {
      appId: app.id,
      appOrigin: app.origin,
      policy: runtime.policy,
    });
    if (isRefusal(order)) return order;
    // The response of a write contains the data that the app has just sent (CRE-15). The app may lack the scope to read
    // that data later.
    return { data: projectOrderDetail(order, { appId: app.id, personalData: true }) };
  },

  patchOrder: ({ runtime, context, install, app, id, body }) => {
    const order = orderOf(context, install, id);
    if (isRefusal(order)) return order;
    const rule = { appId: app.id, appOrigin: app.origin, policy: runtime.policy };
    return detailFor(install, app, patchOrder(context, order, body, rule));
  },
  setOrderStatus: ({ context, install, app, id, body }) => {
    const order = orderOf(context, install, id);
    if (isRefusal(order)) return order;
    return detailFor(install, app, requestStatus(context, order, body.status));
  },
  createFulfillment: ({ context, install, id, body }) => {
    const order = orderOf(context, install, id);
    return isRefusal(order) ? order : asData(createFulfillment(context, order, body));
  },
  patchFulfillment: ({ context, install, id, fulfillmentId, body }) => {
    const order = orderOf(context, install, id);
    if (isRefusal(order)) return order;
    const fulfillment = order.fulfillments.find((row) => row.id === fulfillmentId);
    if (!fulfillment) return refuse('not_found', 'no such fulfillment');
    return asData(patchFulfillment(context, order, fulfillment, body));
  },
  createRefund: ({ context, install, id, body }) => {
    const order = orderOf(context, install, id);
    if (isRefusal(order)) return order;
    const mayRestock = effectiveScopes(install).includes('inventory:write');
    return asData(createRefund(context, order, body, mayRestock));
  },
  listProducts: ({ context, install, query }) => listProducts(context.world, install, query),

  listVariants: ({ context, install, query }) => ({ data: listVariants(context.world, install, query.ids) }),

  getProduct: ({ context, install, id }) => {
    const product = context.world.products.get(id);
    if (product?.store_id !== install.store_id) return refuse('not_found', 'no such product');
    return { data: projectProduct(context.world, product, seesStock(install)) };
  },
  listDiscounts: ({ runtime, context, install, query }) =>
    listDiscounts(context.world, install.store_id, { ...query, sort: runtime.variation.sort }),
  listMovements: ({ runtime, context, install, query }) =>
    listMovements(context.world, install.store_id, { ...query, sort: runtime.variation.sort }),
  createMovement: ({ context, store, body }) => appendMovement(context, store, body),
  getWebhook: ({ context, install }) => {
    const subscription = subscriptionOf(context.world, install.id);
    return { data: subscription ? projectSubscription(subscription) : null };
  },

  putWebhook: ({ runtime, context, install, body }) => {
    const subscription = putSubscription(context.world, install, body, runtime.policy);
    return isRefusal(subscription) ? subscription : { data: subscription };
  },

  deleteWebhook: ({ context, install }) => {
    deleteSubscription(context.world, install.id);
    return undefined;
  },
  testWebhook: ({ runtime, context, install, store, body }) => {
    const wait = runtime.budgets.takeTestDelivery(install.id, context.world.nowMs());
    return wait === null ? asData(sendTestEvent(context, install, store, body)) : refuseForNow(wait);
  },
};

/**
 * Returns the order with the given id. If it belongs to another store, returns the refusal not_found, as for an order
 * that does not exist (GEN-1).
 */
function orderOf(context: Context, install: InstallRecord, id: string): OrderRecord | Refusal {
  const order = context.world.orders.get(id);
  return order?.store_id === install.store_id ? order : refuse('not_found', 'no such order');
}

function asData<Value extends object>(value: Value | Refusal): { data: Value } | Refusal {
  return isRefusal(value) ? value : { data: value };
}

function detailFor(install: InstallRecord, app: AppRecord, order: OrderRecord | Refusal) {
  if (isRefusal(order)) return order;
  const personalData = effectiveScopes(install).includes('clients:read');
  return { data: projectOrderDetail(order, { appId: app.id, personalData }) };
}
