import { z } from 'zod';
import type { OrderStatus, SettableOrderStatus } from '@/lib/platform/contract/orders';
import { InstallId, StoreId } from '@/lib/shared/ids';

/**
 * What the platform document leaves open and what is taken instead: the one place that guesses. The numbers are
 * those of docs/platform/assumptions.md, which says why and what the app does if a guess is wrong. A publisher
 * who holds the real answer changes it here. A number that is not here is not used yet.
 */

/** A1. OAuth endpoints below the issuer; metadata by RFC 8414. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

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

/** A12. Entry of details.fields[]. */
export const FieldProblem = z.object({ path: z.string(), message: z.string().catch('') });
export type FieldProblem = z.infer<typeof FieldProblem>;

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

/** A19. Keys of shipping_address as returned that are known; others are shown as they are. */
export const shippingAddressKeys = ['address', 'province', 'city', 'notes'] as const;

/** A25. Largest webhook body taken, in bytes; the platform is expected to stay under 64 KB. */
export const webhookBodyBytesMax = 256 * 1024;

/** A26. The budgets of the document are taken over a sliding window of this length. */
export const budgetWindowSeconds = 60;

/** A28. Waits after a failed delivery attempt, in minutes; the eighth failure is dead. */
export const deliveryRetryMinutes = [1, 2, 4, 8, 16, 32, 60] as const;

/** A30. Life of a refresh token; presented again later than this after its rotation, its family is revoked. */
export const refreshTokenDays = 90;
export const refreshRaceSeconds = 30;

const idKeys = { order: ['order_id'], product: ['product_id'] } as const;

/**
 * A11. The entity an event points at, from the id anywhere in its data; null when there is none (then the
 * resource is synced incrementally). Topics of one family (order.*, fulfillment.*, refund.*) all name the order.
 */
export function entityOfEvent(
  topic: string,
  data: Record<string, unknown>,
): { kind: 'order' | 'product'; id: string } | null {
  const family = topic.split('.')[0] ?? '';
  const kind = ['order', 'fulfillment', 'refund'].includes(family)
    ? 'order'
    : family === 'product'
      ? 'product'
      : null;
  if (!kind) return null;
  const id = findKey(data, idKeys[kind], 4) ?? findKey({ id: data.id }, ['id'], 1);
  return id ? { kind, id } : null;
}

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
