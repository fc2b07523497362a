import { z } from 'zod';
import { ExchangeRate } from '@/lib/platform/contract/common';
import {
  Fulfillment,
  OrderDetail,
  type OrderStatus,
  type PaymentStatus,
  Refund,
  type SettableOrderStatus,
} from '@/lib/platform/contract/orders';
import { InstallId, StoreId } from '@/lib/shared/ids';

/**
 * What the platform document leaves open and what is taken instead: the one place that guesses. The numbers are
 * those of docs/platform/assumptions.md, which says why and what the app does if a guess is wrong. A publisher who
 * holds the real answer changes it here. The bodies of A7 to A9 are contracts like the documented ones and stand with
 * them, in contract/orders.ts, contract/fulfillments.ts and contract/refunds.ts, under the same numbers.
 */

/** A1. OAuth endpoints below the issuer; metadata by RFC 8414. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** A1. Life of an access token. */
export const accessTokenSeconds = 3_600;

/** A1. An answer without expires_in is taken for a short life, so that refreshing starts early. */
export const missingExpiresInSeconds = 300;

/** A1. Authorization parameter that names the store the merchant comes from (its id), so that nobody picks it twice. */
export const storeHintParameter = 'store';

/** A2. Claims of the launch token: HS256 with the client secret, at most 60 s, one use (jti). iss is the OAuth issuer. */
export const LaunchClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1).max(128),
  name: z.string().max(255).optional(),
  install_id: InstallId,
  store_id: StoreId,
  locale: z.string().max(35).optional(),
  jti: z.string().min(8).max(128),
  iat: z.number(),
  exp: z.number(),
});
export type LaunchClaims = z.infer<typeof LaunchClaims>;

/** A2. Parameters with which the admin opens APP_URL/launch in its iframe. */
export const launchParameters = {
  installId: 'install_id',
  launchToken: 'launch_token',
  returnTo: 'returnTo',
} as const;

/** A2. Where the admin shows the app of an install: the merchant is sent back here after OAuth. */
export function adminAppUrl(adminOrigin: string, storeId: string, installId: string): string {
  return `${adminOrigin}/admin/stores/${encodeURIComponent(storeId)}/apps/${encodeURIComponent(installId)}`;
}

/** A3. Where PATCH /orders/{id}/status and the fulfillment writers may move an order; learnt from answers, never enforced by the app. */
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

/** A3, A4. The statuses from which a refund moves the order to partially_refunded or refunded. */
export const refundableStatuses: readonly OrderStatus[] = [
  'delivered',
  'completed',
  'returned',
  'partially_refunded',
];

/** A4. The status a refund is due to give the order, where A3 has the edge. Amounts of one currency. */
export function statusAfterRefund(ledger: { paidMinor: number; refundedMinor: number }): OrderStatus {
  return ledger.refundedMinor >= ledger.paidMinor ? 'refunded' : 'partially_refunded';
}

/** A5. Payment status, read off the ledger whatever was delivered. Amounts of one currency. */
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

/** A6, A27. Sort of the lists: by created_at or occurred_at, then id. The app works with either. */
export const listSort: 'newest_first' | 'oldest_first' = 'newest_first';

/** A7. The answer of PATCH /orders/{id} and /status: the order, or null where it has none and is to be read. */
export function readOrderAnswer(answer: unknown): { order: OrderDetail | null } {
  return { order: recordIn(answer, 'order', OrderDetail) };
}

/** What became of the order's status; null where the answer does not say. */
export type OrderOutcome = { orderStatus: string | null; orderStatusSkipped: boolean | null };

/** A8. The answer of both fulfillment writers. */
export function readFulfillmentAnswer(answer: unknown): OrderOutcome & { fulfillment: Fulfillment | null } {
  return { fulfillment: recordIn(answer, 'fulfillment', Fulfillment), ...outcomeIn(answer) };
}

/** A9. The answer of POST /orders/{id}/refunds. */
export function readRefundAnswer(answer: unknown): OrderOutcome & { refund: Refund | null } {
  return { refund: recordIn(answer, 'refund', Refund), ...outcomeIn(answer) };
}

/** A10. The scope of the product operations; the document gives it for their topics alone. */
export const productsScope = 'products:read';

/**
 * A11. The entity an event points at, from the id anywhere in its data; null when there is none (then the
 * resource is synced incrementally). Topics of one family (order.*, fulfillment.*, refund.*) all name the order.
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

/** A11. What the topics of a family change: what is to be read anew when an event of it names no entity. */
export function resourceOfTopic(topic: string): 'order' | 'product' | 'movement' | null {
  return knownFamilies.get(topic.split('.')[0] ?? '') ?? null;
}

/** A12. Entry of details.fields[]. */
export const FieldProblem = z.object({ path: z.string(), message: z.string().catch('') });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** A12. What a schema found wrong, one entry per field, as details.fields[] has it; `at` is where the value stands. */
export function fieldProblems(error: z.ZodError, at?: string): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...(at === undefined ? [] : [at]), ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'unknown field' }));
  });
}

/** A12. Entry of details.lines[] of insufficient_stock; index counts the lines of the request from 0. */
export const StockProblem = z.object({
  index: z.int(),
  variant_id: z.string().nullish(),
  requested: z.int(),
  available: z.int(),
});
export type StockProblem = z.infer<typeof StockProblem>;

/** A13. Invalid tokens per IP address and minute. */
export const invalidTokenBudgetPerMinute = 30;

/** A14. */
export const variantStatuses = ['active', 'out_of_stock', 'hidden', 'discontinued'] as const;

/** A15. */
export const subscriptionStatuses = ['active', 'disabled', 'revoked'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

/** A16. */
export const installStatuses = ['active', 'revoked'] as const;
export const distributionChannels = ['public', 'custom'] as const;

/** A17. */
export const discountMethods = ['code', 'automatic'] as const;
export const discountValueTypes = ['percent', 'fixed_amount'] as const;
export const discountTargets = ['order', 'shipping'] as const;

/** A18. fx.rates by currency code; none when any of them has another shape, so that foreign currencies are off. */
export const FxRates = z.record(z.string(), ExchangeRate).catch({});

/** A19. Keys of shipping_address as returned that are known; others are shown as they are. */
export const shippingAddressKeys = ['address', 'province', 'city', 'notes'] as const;

/** A20, A31. Codes of answers that are not remembered under their key; every other one is answered again. */
export const codesNotRemembered: readonly string[] = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
];

/** A21. Whether a store that installs the app again gets its last install_id back. */
export const reinstallKeepsInstallId = false;

/** A22. The origin the app is registered with in local development; https is not asked of a loopback one. */
export function registeredOrigin(appUrl: string): string {
  return new URL(appUrl).origin;
}

/** A23. A field of Product, Variant, Discount or Store that may be null or absent: every one but id. */
export const mayBeMissing = <Type extends z.ZodType>(type: Type) => type.nullish();

/** A24. What moves the updated_at of its product, and of its order. */
export const bumpsUpdatedAt = { movement: true, payment: true };

/** A25. Largest webhook body taken, in bytes; the platform is expected to stay under 64 KB. */
export const webhookBodyBytesMax = 256 * 1024;

/** A26. The budgets of the document are taken over a sliding window of this length. */
export const budgetWindowSeconds = 60;

/** A28. Waits after a failed delivery attempt, in minutes; the eighth failure is dead. */
export const deliveryRetryMinutes = [1, 2, 4, 8, 16, 32, 60] as const;

/** A29. Whether a delivery that waits for its retry holds back the later ones of its install. */
export const waitingRetryHoldsBack = false;

/** A30. Life of a refresh token; presented again later than this after its rotation, its family is revoked. */
export const refreshTokenDays = 90;
export const refreshRaceSeconds = 30;

/** A32. Within what an idempotency key stands for one write. */
export function idempotencyScope(installId: string, key: string): string {
  return `${installId} ${key}`;
}

/** A33. POST /webhooks/test takes an Idempotency-Key, and does not need one. */
export const testWebhookTakesKey = true;

/** A34. Parameter of the OAuth callback that names the issuer (RFC 9207); checked when it is there. */
export const issuerParameter = 'iss';

/**
 * A35. Decimals of an order's amounts in a currency that is not the pricing one, where no order of the store has shown
 * them: told nowhere. SYP as the document has it, and by it LBP; what else is not named has two.
 */
export function takenDecimals(currency: string): number {
  return takenDecimalsOf.get(currency) ?? 2;
}

/**
 * A36. How a discount is over at this time, whatever its is_active says: nobody tells whether that turns false by itself
 * with the dates or the uses. null: it is not.
 */
export function discountOver(
  terms: { ends_at?: string | null; usage_limit_total?: number | null; used_count?: number | null },
  now: Date,
): 'ended' | 'used_up' | null {
  const { ends_at, usage_limit_total: limit, used_count: used } = terms;
  if (ends_at && Date.parse(ends_at) <= now.getTime()) return 'ended';
  return typeof limit === 'number' && typeof used === 'number' && used >= limit ? 'used_up' : null;
}

/** A7 to A9: a record stands in data, or in data under its own name. */
function recordIn<Type extends z.ZodType>(answer: unknown, name: string, type: Type): z.output<Type> | null {
  const data = partOf(answer, 'data');
  for (const place of [data, partOf(data, name)]) {
    const parsed = type.safeParse(place);
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** A8, A9: order_status and order_status_skipped stand in data, or in data.order. */
function outcomeIn(answer: unknown): OrderOutcome {
  const data = partOf(answer, 'data');
  const places = [data, partOf(data, 'order')];
  const said = (key: string) => places.map((place) => partOf(place, key));
  return {
    orderStatus: said('order_status').find((value) => typeof value === 'string') ?? null,
    orderStatusSkipped: said('order_status_skipped').find((value) => typeof value === 'boolean') ?? null,
  };
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
