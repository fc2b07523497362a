import { z } from 'zod';
import { productsScope, testWebhookTakesKey } from '../assumptions';
import { dataOf, PageQuery, pageOf } from './common';
import { Discount } from './discounts';
import { type DocumentedErrors, scopedListErrors, scopedOneErrors, writeErrors } from './endpoint-errors';
import { CreateFulfillmentBody, FulfillmentAnswer, PatchFulfillmentBody } from './fulfillments';
import { Installation } from './installation';
import { CreateMovementBody, Movement } from './inventory';
import { CreateOrderBody, Order, OrderDetail, OrderListQuery, PatchOrderBody, SetStatusBody } from './orders';
import { Product, ProductListQuery, VariantDetail, VariantListQuery } from './products';
import { CreateRefundBody, RefundAnswer } from './refunds';
import type { Scope } from './scopes';
import { Store } from './store';
import { PutWebhookBody, TestWebhookBody, WebhookSubscription, WebhookTestEvent } from './webhooks';

type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path of the endpoint below the base address, which already contains /v1. {name} is a path parameter. */
  path: string;
  scope: Scope | null;
  /** True if the endpoint requires an Idempotency-Key (platform: Endpoints, marked W). */
  idempotent: boolean;
  /** True if the endpoint accepts an Idempotency-Key but does not require it (A33). */
  keyOptional?: boolean;
  /** HTTP status of a successful response. */
  status: number;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /**
   * The errors that the endpoint can return, in addition to those of `everyEndpoint` (platform: Endpoints and Errors).
   */
  errors: DocumentedErrors;
};

const define = <const Table extends Record<string, Endpoint>>(table: Table) => table;

/**
 * Table of all endpoints of the platform document. The client, the sandbox and the OpenAPI document all use
 * this table (platform: Endpoints). The scopes follow AUT-10. Only the scopes of the product endpoints are
 * assumed (A10).
 */
export const endpoints = define({
  getInstallation: {
    method: 'GET',
    path: '/installation',
    scope: null,
    idempotent: false,
    status: 200,
    answer: dataOf(Installation),
    errors: {},
  },
  getStore: {
    method: 'GET',
    path: '/store',
    scope: null,
    idempotent: false,
    status: 200,
    answer: dataOf(Store),
    errors: {},
  },
  listOrders: {
    method: 'GET',
    path: '/orders',
    scope: 'orders:read',
    idempotent: false,
    status: 200,
    query: OrderListQuery,
    answer: pageOf(Order),
    errors: scopedListErrors,
  },
  getOrder: {
    method: 'GET',
    path: '/orders/{id}',
    scope: 'orders:read',
    idempotent: false,
    status: 200,
    answer: dataOf(OrderDetail),
    errors: scopedOneErrors,
  },
  createOrder: {
    method: 'POST',
    path: '/orders',
    scope: 'orders:create',
    idempotent: true,
    status: 201,
    body: CreateOrderBody,
    answer: dataOf(OrderDetail),
    errors: {
      ...writeErrors,
      404: ['variant_not_found'],
      409: ['conflict', 'variant_unavailable', 'payment_method_disabled', 'insufficient_stock'],
      422: ['currency_not_allowed', 'invalid_request'],
    },
  },
  patchOrder: {
    method: 'PATCH',
    path: '/orders/{id}',
    scope: 'orders:write',
    idempotent: true,
    status: 200,
    body: PatchOrderBody,
    answer: dataOf(OrderDetail),
    errors: { ...writeErrors, 422: ['invalid_request'] },
  },
  setOrderStatus: {
    method: 'PATCH',
    path: '/orders/{id}/status',
    scope: 'orders:write',
    idempotent: true,
    status: 200,
    body: SetStatusBody,
    answer: dataOf(OrderDetail),
    errors: writeErrors,
  },
  createFulfillment: {
    method: 'POST',
    path: '/orders/{id}/fulfillments',
    scope: 'fulfillments:write',
    idempotent: true,
    status: 201,
    body: CreateFulfillmentBody,
    answer: dataOf(FulfillmentAnswer),
    errors: writeErrors,
  },
  patchFulfillment: {
    method: 'PATCH',
    path: '/orders/{id}/fulfillments/{fulfillmentId}',
    scope: 'fulfillments:write',
    idempotent: true,
    status: 200,
    body: PatchFulfillmentBody,
    answer: dataOf(FulfillmentAnswer),
    errors: writeErrors,
  },
  createRefund: {
    method: 'POST',
    path: '/orders/{id}/refunds',
    scope: 'refunds:write',
    idempotent: true,
    status: 201,
    body: CreateRefundBody,
    answer: dataOf(RefundAnswer),
    errors: writeErrors,
  },
  listProducts: {
    method: 'GET',
    path: '/products',
    scope: productsScope,
    idempotent: false,
    status: 200,
    query: ProductListQuery,
    answer: pageOf(Product),
    errors: scopedListErrors,
  },
  listVariants: {
    method: 'GET',
    path: '/products/variants',
    scope: productsScope,
    idempotent: false,
    status: 200,
    query: VariantListQuery,
    answer: dataOf(z.array(VariantDetail)),
    errors: scopedListErrors,
  },
  // The path /products/variants must come before /products/{id} in the table. In the opposite sequence, `variants`
  // would be matched as a product id.
  getProduct: {
    method: 'GET',
    path: '/products/{id}',
    scope: productsScope,
    idempotent: false,
    status: 200,
    answer: dataOf(Product),
    errors: scopedOneErrors,
  },
  listDiscounts: {
    method: 'GET',
    path: '/discounts',
    scope: 'discounts:read',
    idempotent: false,
    status: 200,
    query: PageQuery,
    answer: pageOf(Discount),
    errors: scopedListErrors,
  },
  listMovements: {
    method: 'GET',
    path: '/inventory/movements',
    scope: 'inventory:read',
    idempotent: false,
    status: 200,
    query: PageQuery,
    answer: pageOf(Movement),
    errors: scopedListErrors,
  },
  createMovement: {
    method: 'POST',
    path: '/inventory/movements',
    scope: 'inventory:write',
    idempotent: true,
    status: 201,
    body: CreateMovementBody,
    answer: z.undefined(),
    errors: writeErrors,
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks',
    scope: null,
    idempotent: false,
    status: 200,
    answer: dataOf(WebhookSubscription.nullable()),
    errors: {},
  },
  putWebhook: {
    method: 'PUT',
    path: '/webhooks',
    scope: null,
    idempotent: false,
    status: 200,
    body: PutWebhookBody,
    answer: dataOf(WebhookSubscription),
    errors: { ...scopedOneErrors, 400: ['invalid_request'] },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks',
    scope: null,
    idempotent: false,
    status: 204,
    answer: z.undefined(),
    errors: {},
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/test',
    scope: null,
    idempotent: false,
    keyOptional: testWebhookTakesKey,
    status: 202,
    body: TestWebhookBody,
    answer: dataOf(WebhookTestEvent),
    errors: {
      400: ['invalid_request'],
      403: ['sandbox_required', 'forbidden'],
      409: ['webhook_not_subscribed', 'webhook_topic_not_subscribed', 'sample_unavailable'],
      413: ['payload_too_large'],
    },
  },
});
/** Name of an endpoint, which is also the name of the client's function. */
export type EndpointName = keyof typeof endpoints;
