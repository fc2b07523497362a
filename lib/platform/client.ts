import { callOnce } from './call-once';
import type { PageQuery } from './contract/common';
import type { EndpointName } from './contract/endpoints';
import type { OrderListQuery } from './contract/orders';
import type { ProductListQuery } from './contract/products';
import type { PutWebhookBody } from './contract/webhooks';
import type { Deadline, PlatformPort } from './ports';
import { withReadRetries } from './read-retries';
import { parseBaseUrl, type RequestParts } from './request';
import type { FulfillmentId, OrderId, ProductId, VariantId } from './contract/ids';

/**
 * Time limits of one call. `deadlineMs` is its maximum duration, including the waits for a token and for the request
 * budget. `signal` can end the call earlier.
 */
export type CallOptions = { deadlineMs?: number | undefined; signal?: AbortSignal | undefined };

/**
 * The platform client of one install. It has a function for every endpoint of the platform document, with the name from
 * contract/endpoints.ts.
 */
export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** Default deadline of a read in milliseconds, including retries. */
const readDeadlineMs = 20_000;
/**
 * Default deadline of a write in milliseconds. If no response has arrived by then, the outcome of the write is unknown.
 */
const writeDeadlineMs = 15_000;

/**
 * Creates the platform client of one install. Queries and ids are validated strictly before anything is sent. Responses
 * are parsed tolerantly. Reads are retried within their deadline. A write is sent once, with the text and the
 * idempotency key that its operation recorded.
 *
 * Every function throws PlatformError, or ReconnectRequired if the platform permanently refuses the tokens.
 */
export function createPlatformClient(port: PlatformPort) {
  parseBaseUrl(port.baseUrl);

  const read = <Name extends EndpointName>(name: Name, parts: RequestParts, options: CallOptions = {}) => {
    const deadline = deadlineOf(options, readDeadlineMs);
    return withReadRetries(() => callOnce(port, name, parts, deadline), deadline);
  };
  const write = <Name extends EndpointName>(name: Name, parts: RequestParts, options: CallOptions = {}) =>
    callOnce(port, name, parts, deadlineOf(options, writeDeadlineMs));

  return {
    /** Returns the install, its scopes and its store. platform: Installation and store, GET /installation. */
    getInstallation: (options?: CallOptions) => read('getInstallation', {}, options),

    /** Returns the public data of the store. platform: Installation and store, GET /store. */
    getStore: (options?: CallOptions) => read('getStore', {}, options),

    /**
     * Returns one page of orders, without customer data. pages.ts iterates over all pages. platform: Orders, GET
     * /orders.
     */
    listOrders: (query: OrderListQuery, options?: CallOptions) => read('listOrders', { query }, options),

    /**
     * Returns one order. It has the customer and the address only if the app has the scope clients:read. platform:
     * Orders, GET /orders/{id}.
     */
    getOrder: (id: OrderId, options?: CallOptions) => read('getOrder', { path: { id } }, options),

    /**
     * Creates an order at the prices in the request. The merchant has agreed these prices with the customer.
     * platform: Orders, POST /orders.
     */
    createOrder: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createOrder', { idempotencyKey, body }, options),

    /**
     * Changes note, tags or attributes of an order. `order` is null if the response does not contain it; the caller
     * must then read the order. platform: Orders, PATCH /orders/{id}.
     */
    patchOrder: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('patchOrder', { path: { id }, idempotencyKey, body }, options),

    /**
     * Changes the status of an order. A refusal with the HTTP status 409 has the order's present status in
     * details.current_status. `order` is null if the response does not contain it (A7); the caller must then read the
     * order. platform: Orders, PATCH /orders/{id}/status.
     */
    setOrderStatus: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('setOrderStatus', { path: { id }, idempotencyKey, body }, options),

    /**
     * Fulfills quantities of order lines. A field of the result is null if the response does not contain it (A8); the
     * caller must then read the order. platform: Orders, POST /orders/{id}/fulfillments.
     */
    createFulfillment: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createFulfillment', { path: { id }, idempotencyKey, body }, options),

    /**
     * Changes the tracking of a fulfillment, or sets its status to delivered or cancelled. A field of the result is
     * null if the response does not contain it (A8); the caller must then read the order. platform: Orders, PATCH
     * /orders/{id}/fulfillments/{fulfillmentId}.
     */
    patchFulfillment: (
      idempotencyKey: string,
      id: OrderId,
      fulfillmentId: FulfillmentId,
      body: string,
      options?: CallOptions,
    ) => write('patchFulfillment', { path: { id, fulfillmentId }, idempotencyKey, body }, options),

    /**
     * Adds a refund to an order. A field of the result is null if the response does not contain it (A9); the caller
     * must then read the order. platform: Orders, POST /orders/{id}/refunds.
     */
    createRefund: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createRefund', { path: { id }, idempotencyKey, body }, options),

    /**
     * Returns one page of products. With the search text `q`, the products are ranked and there is only one page.
     * platform: Products, GET /products.
     */
    listProducts: (
      query: Omit<ProductListQuery, 'ids'> & { ids?: readonly ProductId[] },
      options?: CallOptions,
    ) => read('listProducts', { query }, options),

    /** Returns one product with its variants. platform: Products, GET /products/{id}. */
    getProduct: (id: ProductId, options?: CallOptions) => read('getProduct', { path: { id } }, options),

    /**
     * Returns up to 100 product variants by their ids; unknown ids are left out. platform: Products, GET
     * /products/variants.
     */
    listVariants: (query: { ids: readonly VariantId[] }, options?: CallOptions) =>
      read('listVariants', { query }, options),

    /** Returns one page of discounts. platform: Discounts, GET /discounts. */
    listDiscounts: (query: PageQuery, options?: CallOptions) => read('listDiscounts', { query }, options),

    /**
     * Returns one page of the stock ledger (the list of all stock movements). platform: Inventory, GET
     * /inventory/movements.
     */
    listMovements: (query: PageQuery, options?: CallOptions) => read('listMovements', { query }, options),

    /**
     * Adds a change of stock to the stock ledger (the list of all stock movements). The response never contains the
     * resulting stock. platform: Inventory, POST /inventory/movements.
     */
    createMovement: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createMovement', { idempotencyKey, body }, options),

    /**
     * Returns the webhook subscription of the install without its secret; null if there is none. platform: Webhooks,
     * GET /webhooks.
     */
    getWebhook: (options?: CallOptions) => read('getWebhook', {}, options),

    /**
     * Creates or replaces the webhook subscription. The response contains the secret, which no other request returns. A
     * repeated request has the same effect as one request. platform: Webhooks, PUT /webhooks.
     */
    putWebhook: (body: PutWebhookBody, options?: CallOptions) => write('putWebhook', { json: body }, options),

    /**
     * Deletes the webhook subscription, so that the platform delivers no more events. A repeated request has the same
     * effect as one request. platform: Webhooks, DELETE /webhooks.
     */
    deleteWebhook: (options?: CallOptions) => write('deleteWebhook', {}, options),

    /**
     * Requests the delivery of a test event. The platform allows this only for development stores. An
     * idempotency key is sent, although the platform may not require it (A33). platform: Webhooks, POST
     * /webhooks/test.
     */
    testWebhook: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('testWebhook', { idempotencyKey, body }, options),
  } satisfies Record<EndpointName, unknown>;
}

function deadlineOf(options: CallOptions, defaultMs: number): Deadline {
  const deadlineMs = options.deadlineMs ?? defaultMs;
  const timeout = AbortSignal.timeout(deadlineMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  return { signal, untilMs: Date.now() + deadlineMs };
}
