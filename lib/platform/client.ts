import { callOnce } from '@/lib/platform/call-once';
import type { PageQuery } from '@/lib/platform/contract/common';
import type { OperationName } from '@/lib/platform/contract/operations';
import type { OrderListQuery } from '@/lib/platform/contract/orders';
import type { ProductListQuery } from '@/lib/platform/contract/products';
import type { PutWebhookBody } from '@/lib/platform/contract/webhooks';
import type { Deadline, PlatformPort } from '@/lib/platform/ports';
import { withReadRetries } from '@/lib/platform/read-retries';
import { parseBaseUrl, type RequestParts } from '@/lib/platform/request';
import type { FulfillmentId, OrderId, ProductId, VariantId } from '@/lib/shared/ids';

/** How long one call may take, waits for a token and for the budget included, and who may end it earlier. */
export type CallOptions = { deadlineMs?: number | undefined; signal?: AbortSignal | undefined };

/** The API for one install: every operation of the document by its name in contract/operations.ts. */
export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** Retries included. */
const readDeadlineMs = 20_000;
/** Then the outcome of the write is unknown. */
const writeDeadlineMs = 15_000;

/**
 * Makes the client of one install. Queries and ids are parsed strictly before a byte leaves, answers tolerantly. Reads
 * are retried inside their deadline; a write is sent once, with the text and the key that its operation recorded.
 * Every function throws PlatformError, and ReconnectRequired when the tokens are refused for good.
 */
export function createPlatformClient(port: PlatformPort) {
  parseBaseUrl(port.baseUrl);

  const read = <Name extends OperationName>(name: Name, parts: RequestParts, options: CallOptions = {}) => {
    const deadline = deadlineOf(options, readDeadlineMs);
    return withReadRetries(() => callOnce(port, name, parts, deadline), deadline);
  };
  const write = <Name extends OperationName>(name: Name, parts: RequestParts, options: CallOptions = {}) =>
    callOnce(port, name, parts, deadlineOf(options, writeDeadlineMs));

  return {
    /** The install, its scopes and its store. platform: Installation and store, GET /installation. */
    getInstallation: (options?: CallOptions) => read('getInstallation', {}, options),

    /** Public facts of the store. platform: Installation and store, GET /store. */
    getStore: (options?: CallOptions) => read('getStore', {}, options),

    /** One page of orders, without customer data; pages.ts goes through them all. platform: Orders, GET /orders. */
    listOrders: (query: OrderListQuery, options?: CallOptions) => read('listOrders', { query }, options),

    /** One order; customer and address only with clients:read. platform: Orders, GET /orders/{id}. */
    getOrder: (id: OrderId, options?: CallOptions) => read('getOrder', { path: { id } }, options),

    /** An order at the prices the merchant agreed. platform: Orders, POST /orders. */
    createOrder: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createOrder', { idempotencyKey, body }, options),

    /**
     * Note, tags, attributes. `order` is null when the answer does not have it: read it again.
     * platform: Orders, PATCH /orders/{id}.
     */
    patchOrder: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('patchOrder', { path: { id }, idempotencyKey, body }, options),

    /**
     * Moves the order to a settable status; 409 has details.current_status. `order` is null when the answer does not
     * have it (A7): read it again. platform: Orders, PATCH /orders/{id}/status.
     */
    setOrderStatus: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('setOrderStatus', { path: { id }, idempotencyKey, body }, options),

    /**
     * Fulfills line quantities. What the answer does not have is null (A8): read the order again.
     * platform: Orders, POST /orders/{id}/fulfillments.
     */
    createFulfillment: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createFulfillment', { path: { id }, idempotencyKey, body }, options),

    /**
     * Tracking, delivered, cancelled. What the answer does not have is null (A8): read the order again.
     * platform: Orders, PATCH /orders/{id}/fulfillments/{fulfillmentId}.
     */
    patchFulfillment: (
      idempotencyKey: string,
      id: OrderId,
      fulfillmentId: FulfillmentId,
      body: string,
      options?: CallOptions,
    ) => write('patchFulfillment', { path: { id, fulfillmentId }, idempotencyKey, body }, options),

    /**
     * Appends a refund. What the answer does not have is null (A9): read the order again.
     * platform: Orders, POST /orders/{id}/refunds.
     */
    createRefund: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('createRefund', { path: { id }, idempotencyKey, body }, options),

    /** One page of products; with q it is ranked and the only one. platform: Products, GET /products. */
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

    /** Appends a change of stock; the resulting stock is never answered. platform: Inventory, POST /inventory/movements. */
    createMovement: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('createMovement', { idempotencyKey, body }, options),

    /** The subscription without its secret, or null. platform: Webhooks, GET /webhooks. */
    getWebhook: (options?: CallOptions) => read('getWebhook', {}, options),

    /** Puts the subscription in place; the secret is answered once. Idempotent by nature. platform: Webhooks, PUT /webhooks. */
    putWebhook: (body: PutWebhookBody, options?: CallOptions) => write('putWebhook', { json: body }, options),

    /** Delivery stops. Idempotent by nature. platform: Webhooks, DELETE /webhooks. */
    deleteWebhook: (options?: CallOptions) => write('deleteWebhook', {}, options),

    /** A test event, in sandbox stores alone; sends its key though it may not be needed (A33). platform: Webhooks, POST /webhooks/test. */
    testWebhook: (idempotencyKey: string, body: string, options?: CallOptions) =>
      write('testWebhook', { idempotencyKey, body }, options),
  } satisfies Record<OperationName, unknown>;
}

function deadlineOf(options: CallOptions, defaultMs: number): Deadline {
  const deadlineMs = options.deadlineMs ?? defaultMs;
  const timeout = AbortSignal.timeout(deadlineMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  return { signal, untilMs: Date.now() + deadlineMs };
}
