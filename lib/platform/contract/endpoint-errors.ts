import type { ErrorCode } from './errors';
import type { EndpointName } from './endpoints';

/** Error codes of an endpoint, by HTTP status. */
export type DocumentedErrors = Readonly<Record<number, readonly ErrorCode[]>>;

const scoped = { 403: ['forbidden'] } as const;
const scopedList = { ...scoped, 400: ['invalid_request'] } as const;
const scopedOne = { ...scoped, 404: ['not_found'] } as const;
const write = { ...scopedOne, 400: ['invalid_request'], 409: ['conflict'] } as const;

/**
 * Errors that each endpoint can return, in addition to those of `everyEndpoint` (platform: Endpoints and Errors). By
 * the pagination rules, the response to a malformed cursor or parameter is a 400.
 */
export const endpointErrors: Readonly<Record<EndpointName, DocumentedErrors>> = {
  getInstallation: {},
  getStore: {},
  listOrders: scopedList,
  getOrder: scopedOne,
  createOrder: {
    ...write,
    404: ['variant_not_found'],
    409: ['conflict', 'variant_unavailable', 'payment_method_disabled', 'insufficient_stock'],
    422: ['currency_not_allowed', 'invalid_request'],
  },
  patchOrder: { ...write, 422: ['invalid_request'] },
  setOrderStatus: write,
  createFulfillment: write,
  patchFulfillment: write,
  createRefund: write,
  listProducts: scopedList,
  listVariants: scopedList,
  getProduct: scopedOne,
  listDiscounts: scopedList,
  listMovements: scopedList,
  createMovement: write,
  getWebhook: {},
  putWebhook: { ...scopedOne, 400: ['invalid_request'] },
  deleteWebhook: {},
  testWebhook: {
    400: ['invalid_request'],
    403: ['sandbox_required', 'forbidden'],
    409: ['webhook_not_subscribed', 'webhook_topic_not_subscribed', 'sample_unavailable'],
    413: ['payload_too_large'],
  },
};

/** Errors that every endpoint can return (platform: Endpoints). */
export const everyEndpoint: DocumentedErrors = { 401: ['unauthorized'], 429: ['rate_limited'] };
