import { callOnce } from '@/lib/platform/call-once';
import type { PageQuery } from '@/lib/platform/contract/common';
import type { EndpointName } from '@/lib/platform/contract/endpoints';
import type { OrderListQuery } from '@/lib/platform/contract/orders';
import type { ProductListQuery } from '@/lib/platform/contract/products';
import type { PutWebhookBody } from '@/lib/platform/contract/webhooks';
import type { Deadline, PlatformPort } from '@/lib/platform/ports';
import { withReadRetries } from '@/lib/platform/read-retries';
import { parseBaseUrl, type RequestParts } from '@/lib/platform/request';
import type { FulfillmentId, OrderId, ProductId, VariantId } from '@/lib/shared/ids';

/**
 * `deadlineMs`: maximum duration of one call, including waits for a token and for the budget. `signal`: ends the call
 * earlier.
 */
export type CallOptions = { deadlineMs?: number | undefined; signal?: AbortSignal | undefined };

/** The API client of one install: every endpoint of the document, by its name in contract/endpoints.ts. */
export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** Default deadline of a read in milliseconds, including retries. */
const readDeadlineMs = 20_000;
/** Default deadline of a write in milliseconds. After it, the outcome of the write is unknown. */
const writeDeadlineMs = 15_000;

/**
 * Makes the client of one install. Queries and ids are parsed strictly before anything is sent; responses are parsed
 * tolerantly. Reads are retried within their deadline. A write is sent once, with the text and the key that its
 * operation recorded.
 *
 * Every function throws PlatformError, or ReconnectRequired if the tokens are permanently refused.
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
    /** The install, its scopes and its store. platform: Installation and store, GET /installation. */
    getInstallation: (options?: CallOptions) => read('getInstallation', {}, options),

    /** Public data of the store. platform: Installation and store, GET /store. */
    getStore: (options?: CallOptions) => read('getStore', {}, options),

    /** One page of orders, without customer data; pages.ts iterates over all pages. platform: Orders, GET /orders. */
    listOrders: (query: OrderListQuery, options?: CallOptions) => read('listOrders', { query }, options),

    /** One order; customer and address only with clients:read. platform: Orders, GET /orders/{id}. */
    getOrder: (id: OrderId, options?: CallOptions) => read('getOrder', { path: { id } }, options),

    /** Creates an order at the prices that the merchant agreed. platform: Orders, POST /orders. */
    createOrder: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createOrder', { idempotencyKey, body }, options),

    /**
     * Changes note, tags or attributes. `order` is null if the response does not contain it; read it again. platform:
     * Orders, PATCH /orders/{id}.
     */
    patchOrder: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('patchOrder', { path: { id }, idempotencyKey, body }, options),

    /**
     * Moves the order to a settable status; a 409 has details.current_status. `order` is null if the response does not
     * contain it (A7); read it again. platform: Orders, PATCH /orders/{id}/status.
     */
    setOrderStatus: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('setOrderStatus', { path: { id }, idempotencyKey, body }, options),

    /**
     * Fulfills quantities of lines. A field that the response does not contain is null (A8); read the order again.
     * platform: Orders, POST /orders/{id}/fulfillments.
     */
    createFulfillment: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createFulfillment', { path: { id }, idempotencyKey, body }, options),

    /**
     * Changes tracking, or sets the status to delivered or cancelled. A field that the response does not contain is
     * null (A8); read the order again. platform: Orders, PATCH /orders/{id}/fulfillments/{fulfillmentId}.
     */
    patchFulfillment: (
      idempotencyKey: string,
      id: OrderId,
      fulfillmentId: FulfillmentId,
      body: string,
      options?: CallOptions,
    ) => write('patchFulfillment', { path: { id, fulfillmentId }, idempotencyKey, body }, options),

    /**
     * Appends a refund. A field that the response does not contain is null (A9); read the order again. platform:
     * Orders, POST /orders/{id}/refunds.
     */
    createRefund: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createRefund', { path: { id }, idempotencyKey, body }, options),

    /**
     * One page of products. With `q` the page is ranked, and it is the only page. platform: Products, GET /products.
     */
    listProducts: (
      query: Omit<ProductListQuery, 'ids'> & { ids?: readonly ProductId[] },
      options?: CallOptions,
    ) => read('listProducts', { query }, options),

    /** A product with its variants. platform: Products, GET /products/{id}. */
    getProduct: (id: ProductId, options?: CallOptions) => read('getProduct', { path: { id } }, options),

    /** Up to 100 variants; unknown ids are left out. platform: Products, GET /products/variants. */
    listVariants: (query: { ids: readonly VariantId[] }, options?: CallOptions) =>
      read('listVariants', { query }, options),

    /** One page of discounts. platform: Discounts, GET /discounts. */
    listDiscounts: (query: PageQuery, options?: CallOptions) => read('listDiscounts', { query }, options),

    /** One page of the stock ledger. platform: Inventory, GET /inventory/movements. */
    listMovements: (query: PageQuery, options?: CallOptions) => read('listMovements', { query }, options),

    /**
     * Appends a change of stock; the response never contains the resulting stock. platform: Inventory, POST
     * /inventory/movements.
     */
    createMovement: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createMovement', { idempotencyKey, body }, options),

    /** The subscription without its secret, or null. platform: Webhooks, GET /webhooks. */
    getWebhook: (options?: CallOptions) => read('getWebhook', {}, options),

    /**
     * Creates or replaces the subscription; the secret is returned once. Idempotent by nature. platform: Webhooks, PUT
     * /webhooks.
     */
    putWebhook: (body: PutWebhookBody, options?: CallOptions) => write('putWebhook', { json: body }, options),

    /** Deletes the subscription, so that delivery stops. Idempotent by nature. platform: Webhooks, DELETE /webhooks. */
    deleteWebhook: (options?: CallOptions) => write('deleteWebhook', {}, options),

    /**
     * Requests a test event, only in sandbox stores. An idempotency key is sent although it may not be needed (A33).
     * platform: Webhooks, POST /webhooks/test.
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
