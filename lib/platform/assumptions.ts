import { z } from 'zod';
import { ExchangeRate } from './contract/common';
import {
  Fulfillment,
  OrderDetail,
  type OrderStatus,
  type PaymentStatus,
  Refund,
  type SettableOrderStatus,
} from './contract/orders';
import { InstallId, StoreId } from './contract/ids';
import { storableText } from './contract/storable-text';
import { Text } from './contract/text';

/**
 * The assumptions of the app about what the platform document does not say. This is the only file with guesses (D8).
 * Each number (A1, A2, ...) is a row of the table in docs/platform/assumptions.md. The row says what is assumed and
 * what the app does if the assumption is wrong. Anyone who deploys the app and knows the real behavior of the platform
 * changes this file.
 *
 * The bodies of A7 to A9 (responses of order, fulfillment and refund writes) are contracts like the documented ones.
 * They are in contract/orders.ts, contract/fulfillments.ts and contract/refunds.ts, under the same numbers.
 */

/**
 * A1. Paths of the OAuth endpoints, relative to the issuer. A metadata document of the issuer or an environment
 * variable of the endpoint replaces the path (oauth-endpoints.ts). The app itself never revokes a token.
 */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

/**
 * A1. Well-known path of the issuer's metadata (RFC 8414). In the metadata URL, this path comes before the path of the
 * issuer. The variable PLATFORM_METADATA_URL replaces the whole URL.
 */
export const metadataPath = '/.well-known/oauth-authorization-server';

/** A1. Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3_600;

/**
 * A1. Assumed lifetime of an access token in seconds for a token response without expires_in. The assumed lifetime is
 * short, so that the app refreshes the token early.
 */
export const missingExpiresInSeconds = 300;

/**
 * A1. Name of the parameter for the id of the store from which the merchant comes. The Install button sends the id to
 * APP_URL/install, and the app sends it to the authorization endpoint. With this parameter, the merchant need not
 * choose the store again. The variable PLATFORM_STORE_PARAMETER replaces this name.
 */
export const storeHintParameter = 'store';

/** A2. Time in a launch token, in seconds since 1970 (RFC 7519). A time after the year 9999 is refused. */
const ClaimTime = z.number().min(0).max(253_402_300_799);

/**
 * A2. Claims of the launch token. The token is signed with HS256 and the client secret, is valid for at most 60 s, and
 * can be used once (jti). The claim iss is the OAuth issuer. The claim sub names the same person in every token of the
 * install, so a role is stored by sub (S35). A sub that PostgreSQL cannot store is refused. In the display name, the
 * characters that PostgreSQL refuses are replaced, because they are no reason to refuse a sign-in.
 */
export const LaunchClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: Text.min(1).max(128),
  name: z.string().max(255).transform(storableText).optional(),
  install_id: InstallId,
  store_id: StoreId,
  locale: z.string().max(35).optional(),
  jti: Text.min(8).max(128),
  iat: ClaimTime,
  exp: ClaimTime,
});
export type LaunchClaims = z.infer<typeof LaunchClaims>;

/**
 * A2. Query parameters with which the store admin opens APP_URL/launch in its iframe. The variables
 * PLATFORM_LAUNCH_INSTALL_PARAMETER, PLATFORM_LAUNCH_TOKEN_PARAMETER and PLATFORM_LAUNCH_RETURN_PARAMETER replace them.
 */
export const launchParameters = {
  installId: 'install_id',
  launchToken: 'launch_token',
  returnTo: 'returnTo',
} as const;

/**
 * A2. Paths in the store admin, with placeholders. The variables PLATFORM_ADMIN_APP_PATH and PLATFORM_ADMIN_ORDER_PATH
 * replace them.
 *
 * - `app`: the app's screen for one install. The merchant is redirected to it after OAuth. The store admin passes the
 *   parameter `returnTo` of this URL on to APP_URL/launch. An open page of the app also opens this URL if it needs
 *   another launch token, because the platform document gives no other way.
 * - `order`: the page of an order. The merchant records a payment there.
 */
export const adminPaths = {
  app: '/admin/stores/{store_id}/apps/{install_id}',
  order: '/admin/stores/{store_id}/orders/{order_id}',
} as const;

/**
 * A3. For each current status of an order, the statuses that PATCH /orders/{id}/status and the fulfillment writes may
 * give the order. The table is a guess about the platform, so the app never enforces it; the responses of the platform
 * decide.
 */
export const orderStatusMoves: Record<OrderStatus, readonly SettableOrderStatus[]> = {
  placed: ['approved', 'cancelled'],
  approved: ['placed', 'processing', 'shipped', 'cancelled'],
  processing: ['approved', 'shipped', 'cancelled'],
  shipped: ['delivered', 'delivered_failed', 'returned'],
  delivered: ['returned'],
  delivered_failed: ['shipped', 'returned', 'cancelled'],
  returned: [],
  cancelled: [],
  completed: [],
  partially_refunded: [],
  refunded: [],
};

/** A3, A4. Statuses of an order from which a refund changes its status to partially_refunded or refunded. */
export const refundableStatuses: readonly OrderStatus[] = [
  'delivered',
  'completed',
  'returned',
  'partially_refunded',
];

/**
 * A4. Status that a refund gives an order, if the order's present status is in refundableStatuses. All amounts are in
 * one currency.
 */
export function statusAfterRefund(ledger: { paidMinor: number; refundedMinor: number }): OrderStatus {
  return ledger.refundedMinor >= ledger.paidMinor ? 'refunded' : 'partially_refunded';
}

/**
 * A5. Payment status of an order. It is calculated from the amounts only and does not depend on deliveries. All amounts
 * are in one currency.
 */
export function paymentStatusOf(ledger: {
  totalMinor: number;
  paidMinor: number;
  refundedMinor: number;
}): PaymentStatus {
  const { totalMinor, paidMinor, refundedMinor } = ledger;
  if (refundedMinor > 0) return refundedMinor >= paidMinor ? 'refunded' : 'partially_refunded';
  if (totalMinor === 0) return 'not_required';
  if (paidMinor === 0) return 'unpaid';
  return paidMinor < totalMinor ? 'partially_paid' : 'paid';
}

/**
 * A40. Returns the amount that the customer still has to pay for an order that is not paid in full. A partial refund does
 * not change this amount. Such a refund is for a missing item, so it lowers both what the customer owes and what the
 * customer has paid. `paidMinor` has all captured funds, including those that were refunded (A5).
 */
export function leftToPayMinor(ledger: { totalMinor: number; paidMinor: number }): number {
  return Math.max(0, ledger.totalMinor - ledger.paidMinor);
}

/**
 * A6, A27. Sort order of the platform's lists: by created_at or occurred_at, then by id. The app works with both
 * directions.
 */
export const listSort: 'newest_first' | 'oldest_first' = 'newest_first';

/**
 * A7. Reads the response of PATCH /orders/{id} and PATCH /orders/{id}/status. The order is null if the response does
 * not contain it; the caller then reads the order.
 */
export function readOrderAnswer(answer: unknown): { order: OrderDetail | null } {
  return { order: recordIn(answer, 'order', OrderDetail) };
}

/**
 * Status of the order after a write, and whether the change of status was skipped. Each field is null if the response
 * does not contain it.
 */
export type OrderOutcome = { orderStatus: string | null; orderStatusSkipped: boolean | null };

/** A8. Reads the response of the two fulfillment writes (POST and PATCH). */
export function readFulfillmentAnswer(answer: unknown): OrderOutcome & { fulfillment: Fulfillment | null } {
  return { fulfillment: recordIn(answer, 'fulfillment', Fulfillment), ...outcomeIn(answer) };
}

/** A9. Reads the response of the refund write, POST /orders/{id}/refunds. */
export function readRefundAnswer(answer: unknown): OrderOutcome & { refund: Refund | null } {
  return { refund: recordIn(answer, 'refund', Refund), ...outcomeIn(answer) };
}

/**
 * A10. Scope of the product endpoints. The platform document names this scope only for the webhook topics of products,
 * not for the endpoints.
 */
export const productsScope = 'products:read';

/**
 * A11. Returns the entity that an event is about. The id of the entity may be at any place in the event's data. Returns
 * null if the data contains no id; the next incremental sweep (a read of all recent changes of a list) then reads the
 * changed resource. The data of all topics of order.*, fulfillment.* and refund.* contains the order id.
 */
export function entityOfEvent(
  topic: string,
  data: Record<string, unknown>,
): { kind: 'order' | 'product'; id: string } | null {
  const kind = resourceOfTopic(topic);
  if (kind !== 'order' && kind !== 'product') return null;
  const id = findKey(data, idKeys[kind], 4) ?? findKey({ id: data.id }, ['id'], 1);
  return id ? { kind, id } : null;
}

/**
 * A11. Returns the resource that the events of a topic family change, such as `order`. If an event has no entity id,
 * the next incremental sweep (a read of all recent changes of a list) reads the changes of this resource.
 */
export function resourceOfTopic(topic: string): 'order' | 'product' | 'movement' | null {
  return knownFamilies.get(topic.split('.')[0] ?? '') ?? null;
}

/** A12. Entry of the list details.fields in an error of the platform. */
export const FieldProblem = z.object({ path: z.string(), message: z.string().catch('') });
export type FieldProblem = z.infer<typeof FieldProblem>;

/**
 * A12. Converts the errors of a schema to the form of details.fields in a platform error, with one entry per field.
 * `at` is the path of the parsed value.
 */
export function fieldProblems(error: z.ZodError, at?: string): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...(at === undefined ? [] : [at]), ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'unknown field' }));
  });
}

/**
 * A12. Entry of the list details.lines in the error insufficient_stock. `index` counts the lines of the request from 0.
 */
export const StockProblem = z.object({
  index: z.int(),
  variant_id: z.string().nullish(),
  requested: z.int(),
  available: z.int(),
});
export type StockProblem = z.infer<typeof StockProblem>;

/** A13. Maximum number of requests with an invalid token per IP address and minute. */
export const invalidTokenBudgetPerMinute = 30;

/** A14. Statuses of a product variant. */
export const variantStatuses = ['active', 'out_of_stock', 'hidden', 'discontinued'] as const;

/** A15. States of a webhook subscription. */
export const subscriptionStatuses = ['active', 'disabled', 'revoked'] as const;
/** A15. States of a webhook delivery. */
export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

/** A16. Statuses of an install. */
export const installStatuses = ['active', 'revoked'] as const;
/** A16. Channels by which an app is distributed. */
export const distributionChannels = ['public', 'custom'] as const;

/** A17. Values of the field `method` of a discount. */
export const discountMethods = ['code', 'automatic'] as const;
/** A17. Values of the field `value_type` of a discount. */
export const discountValueTypes = ['percent', 'fixed_amount'] as const;
/** A17. Values of the field `target` of a discount. */
export const discountTargets = ['order', 'shipping'] as const;

/**
 * A18. Exchange rates of the store (fx.rates) by currency code. If at least one rate is not a valid ExchangeRate, the
 * result is empty, so that the app offers no foreign currency.
 */
export const FxRates = z.record(z.string(), ExchangeRate).catch({});

/** A19. Known keys of shipping_address in a response. The values of other keys are shown unchanged. */
export const shippingAddressKeys = ['address', 'province', 'city', 'notes'] as const;

/**
 * A20, A31. Error codes for which the platform does not store the response under the idempotency key. It stores every
 * other response, and sends it again to a request with the same key.
 */
export const codesNotRemembered: readonly string[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
];

/** A21. True if a store that installs the app again gets its earlier install_id. */
export const reinstallKeepsInstallId = false;

/**
 * A22. Returns the origin with which the app is registered on the platform: the origin of APP_URL. This also applies to
 * local development, where a loopback origin needs no https.
 */
export function registeredOrigin(appUrl: string): string {
  return new URL(appUrl).origin;
}

/**
 * A23. Returns the schema of a field that may be null or absent. In Product, Variant, Discount and Store, every field
 * except id may be null or absent.
 */
export const mayBeMissing = <Type extends z.ZodType>(type: Type) => type.nullish();

/**
 * A24. Whether a stock movement changes the updated_at of its product, and whether a payment changes the updated_at of
 * its order.
 */
export const bumpsUpdatedAt = { movement: true, payment: true };

/** A25. Maximum accepted size of a webhook body in bytes. The platform is expected to send less than 64 KB. */
export const webhookBodyBytesMax = 256 * 1024;

/** A26. Length in seconds of the sliding window in which the platform counts the requests of an install. */
export const budgetWindowSeconds = 60;

/**
 * A28. Minutes between the attempts of the platform to deliver an event. After the eighth failed attempt the event is
 * dropped.
 */
export const deliveryRetryMinutes = [1, 2, 4, 8, 16, 32, 60] as const;

/** A29. True if a delivery that waits for its retry also delays later deliveries of its install. */
export const waitingRetryHoldsBack = false;

/** A30. Lifetime of a refresh token in days. */
export const refreshTokenDays = 90;

/**
 * A30. Grace time in seconds for a refresh token that was replaced by a new one. If the old token is used after the
 * grace time, the platform revokes all tokens of the grant.
 */
export const refreshRaceSeconds = 30;

/**
 * A32. Returns the key under which the platform stores a response. The key contains the install id, because an
 * idempotency key is unique only within its install.
 */
export function idempotencyScope(installId: string, key: string): string {
  return `${installId} ${key}`;
}

/**
 * A33. Whether POST /webhooks/test accepts an Idempotency-Key. The app assumes that the platform accepts the key but
 * does not require it.
 */
export const testWebhookTakesKey = true;

/**
 * A34. Query parameter of the OAuth callback that contains the issuer (RFC 9207). The app checks the issuer if the
 * parameter is present.
 */
export const issuerParameter = 'iss';

/**
 * A35. Number of decimals that the app assumes for the amounts of an order that is not in the pricing currency. The
 * platform document does not give this number. When the mirror (the app's copy of the platform's data) has an order in
 * that currency, the app uses the real number from this order. SYP has 0 decimals as in the document, and an unlisted
 * currency has 2.
 */
export function takenDecimals(currency: string): number {
  return takenDecimalsOf.get(currency) ?? 2;
}

/**
 * A36. Returns why a discount is over at `now`, even if its is_active is true; null if it is not over. The platform
 * document does not say whether is_active becomes false when the end date or the usage limit is reached.
 */
export function discountOver(
  terms: { ends_at?: string | null; usage_limit_total?: number | null; used_count?: number | null },
  now: Date,
): 'ended' | 'used_up' | null {
  const { ends_at, usage_limit_total: limit, used_count: used } = terms;
  if (ends_at && Date.parse(ends_at) <= now.getTime()) return 'ended';
  return typeof limit === 'number' && typeof used === 'number' && used >= limit ? 'used_up' : null;
}

/**
 * A7 to A9: finds a record in the response of a write. The record is `data` itself, or the field of `data` with the
 * name of the record (such as data.order).
 */
function recordIn<Type extends z.ZodType>(answer: unknown, name: string, type: Type): z.output<Type> | null {
  const data = partOf(answer, 'data');
  for (const place of [data, partOf(data, name)]) {
    const parsed = type.safeParse(place);
    if (parsed.success) return parsed.data;
  }
  return null;
}

/**
 * A8, A9: finds the order's status in the response of a fulfillment or refund. order_status and order_status_skipped
 * are in `data`, or in `data.order`.
 */
function outcomeIn(answer: unknown): OrderOutcome {
  const data = partOf(answer, 'data');
  const places = [data, partOf(data, 'order')];
  const said = (key: string) => places.map((place) => partOf(place, key));
  return {
    orderStatus: said('order_status').find((value) => typeof value === 'string') ?? null,
    orderStatusSkipped: said('order_status_skipped').find((value) => typeof value === 'boolean') ?? null,
  };
}

/**
 * A37. Sources of product pictures for the Content-Security-Policy if PICTURE_ORIGINS is not set. Any https host is
 * allowed, because the platform document does not name the host of image_url.
 */
export const pictureSources: readonly string[] = ['https:'];

/**
 * A38. What happened to the parcel of an order: `refused` if the customer did not take or keep it, `taken` if the
 * customer took it. Null if the app does not know what happened. The platform has no status for a refusal.
 * `fulfillments` is null if they are not known. An order that was canceled before it was shipped is not refused. A
 * status that the app does not know gives null.
 */
export function parcelOutcome(order: {
  status: string;
  fulfillments: readonly { status: string }[] | null;
}): 'refused' | 'taken' | null {
  const { status, fulfillments } = order;
  if (status === 'delivered_failed' || status === 'returned') return 'refused';
  if (status === 'cancelled') {
    const wasShipped = fulfillments?.some((parcel) => ['shipped', 'delivered'].includes(parcel.status));
    return wasShipped ? 'refused' : null;
  }
  // A refunded order counts as `taken` and not as refused. The refund may follow a complaint about a parcel that the
  // customer took.
  return ['delivered', 'completed', 'partially_refunded', 'refunded'].includes(status) ? 'taken' : null;
}

/**
 * A39. Returns the response of a list with null as `next_cursor` if `next_cursor` is an empty text. Such a page is the
 * last one, because an empty text cannot name a position in the list. The platform document names only null for the
 * last page. As a cursor, an empty text would be refused, or it would return the first page again.
 */
export function readNextCursor(answer: unknown): unknown {
  return partOf(answer, 'next_cursor') === '' ? { ...(answer as object), next_cursor: null } : answer;
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

const takenDecimalsOf = new Map<string, number>([
  ...['SYP', 'LBP', 'IRR', 'JPY', 'KRW'].map((code): [string, number] => [code, 0]),
  ...['KWD', 'JOD', 'BHD', 'OMR', 'IQD', 'LYD', 'TND'].map((code): [string, number] => [code, 3]),
]);

const knownFamilies = new Map<string, 'order' | 'product' | 'movement'>([
  ['order', 'order'],
  ['fulfillment', 'order'],
  ['refund', 'order'],
  ['product', 'product'],
  ['inventory', 'movement'],
]);

const idKeys = { order: ['order_id'], product: ['product_id'] } as const;

function findKey(value: unknown, keys: readonly string[], depthMax: number): string | null {
  if (typeof value !== 'object' || value === null || depthMax === 0) return null;
  for (const [key, entry] of Object.entries(value))
    if (keys.includes(key) && typeof entry === 'string' && /^[\x21-\x7e]{1,128}$/.test(entry)) return entry;
  for (const entry of Object.values(value)) {
    const found = findKey(entry, keys, depthMax - 1);
    if (found) return found;
  }
  return null;
}
