import type { OrderAttributes, OrderStatus } from 'commerce-platform-client/contract/orders';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { WebhookTopic } from 'commerce-platform-client/contract/webhooks';
import type { ExchangeRate } from '@/lib/shared/numbers/money';

/** All timestamps of the records are RFC 3339 in UTC with milliseconds, so that they can be sorted as text. */

export type Province = { value: string; ar: string; en: string };
export type PaymentMethod = { id: string; wallet_id: string | null };

export type StoreRecord = {
  id: string;
  slug: string;
  name: string;
  description: string;
  locale: 'ar' | 'en';
  timezone: string;
  country: string;
  phone: string;
  address: string;
  accent_color: string;
  is_development: boolean;
  /** The currency of the store's prices (pricing currency). */
  currency: string;
  allowed_currencies: string[];
  fx_as_of: string;
  /**
   * Exchange rates by currency: 1 unit of the pricing currency equals `rate` units of the other currency. The
   * pricing currency itself is not in the list.
   */
  rates: Record<string, ExchangeRate>;
  /** The payment methods that the store has enabled. */
  payment_methods: PaymentMethod[];
  provinces: Province[];
  location_ids: string[];
  /** The staff of the store. The first member is the store owner, who is signed in to the store admin. */
  staff: { id: string; name: string }[];
};

/**
 * The counters of a store for events, orders and movements. They are separate from the store record, so that a new
 * order does not write the whole store record again.
 */
export type CounterRecord = { id: string; event: number; order: number; movement: number };

export type AppRecord = {
  id: string;
  name: string;
  client_id: string;
  client_secret: string;
  origin: string;
  redirect_uris: string[];
};

export type InstallRecord = {
  id: string;
  app_id: string;
  store_id: string;
  status: 'active' | 'revoked';
  granted_scopes: Scope[];
  /** The scopes that are in effect: the granted scopes without those that the merchant switched off later. */
  allowed_scopes: Scope[];
  dpa_accepted: boolean;
  /** False if the member who granted the scopes has lost access to the store (AUT-9). */
  member_active: boolean;
  installed_at: string;
};

/** A token family: all tokens that were created, directly or by rotation, from one authorization. */
export type TokenFamilyRecord = { id: string; install_id: string; revoked: boolean };

/** An access or refresh token. Its id is the SHA-256 of the token; the token itself is not stored. */
export type TokenRecord = {
  id: string;
  kind: 'access' | 'refresh';
  family_id: string;
  expires_ms: number;
  /** Time at which the refresh token was exchanged for a new one; null if it was not exchanged. */
  rotated_ms: number | null;
};

/** An OAuth authorization request, from the consent page until the code is issued. */
export type AuthorizationRecord = {
  id: string;
  app_id: string;
  store_id: string;
  redirect_uri: string;
  scopes: Scope[];
  state: string | null;
  code_challenge: string;
  expires_ms: number;
};

/** An OAuth authorization code. Its id is the SHA-256 of the code. */
export type CodeRecord = AuthorizationRecord & {
  dpa_accepted: boolean;
  /**
   * The token family that was created when this authorization code was first used; null until then. A second use of the
   * code revokes that family.
   */
  family_id: string | null;
};

/** The webhook subscription of an install. Its id is the id of the install, because each install has only one. */
export type SubscriptionRecord = {
  id: string;
  subscription_id: string;
  endpoint_url: string;
  topics: WebhookTopic[];
  /**
   * The state of the subscription. `revoked` means that the app was uninstalled. In this state only the event
   * app.uninstalled is still delivered. After a reinstall, the app must subscribe again.
   */
  status: 'active' | 'disabled' | 'revoked';
  consecutive_failures: number;
  first_failure_ms: number | null;
  activated_at: string;
  disabled_at: string | null;
  secret: string;
  previous_secret: string | null;
};

export type VariantRecord = {
  id: string;
  name: string;
  sku: string | null;
  barcode: string | null;
  price_minor: number;
  compare_at_minor: number | null;
  status: 'active' | 'hidden' | 'discontinued';
  attributes: Record<string, string>;
  weight_gram: number | null;
  stock: number;
  /**
   * Decides whether orders may reduce the stock of a variant below zero. `deny` forbids it, `continue` allows
   * it.
   */
  stock_policy: 'deny' | 'continue';
};

export type ProductRecord = {
  id: string;
  store_id: string;
  dsin: string;
  name: string;
  status: 'active' | 'hidden' | 'discontinued';
  brand: string;
  description: string;
  category: { id: string; name: string };
  image_color: string;
  variants: VariantRecord[];
  created_at: string;
  updated_at: string;
};

/** A stock movement. The API returns created_at as occurred_at. */
export type MovementRecord = {
  id: string;
  store_id: string;
  sequence: number;
  variant_id: string;
  location_id: string;
  delta: number;
  stock_after: number;
  reason: string;
  /** The note that the app sent with the stock movement. */
  note?: string;
  created_at: string;
};

/**
 * A discount. If value_type is percent, the field percent is set and amount_minor is null. If it is
 * fixed_amount, amount_minor is set and percent is null.
 */
export type DiscountRecord = {
  id: string;
  store_id: string;
  method: 'code' | 'automatic';
  code: string | null;
  title: string;
  value_type: 'percent' | 'fixed_amount';
  target: 'order' | 'shipping';
  percent: number | null;
  amount_minor: number | null;
  is_active: boolean;
  usage_limit_total: number | null;
  used_count: number;
  applies_to_pos: boolean;
  applies_to_online: boolean;
  starts_at: string;
  ends_at: string | null;
  created_at: string;
  updated_at: string;
};

export type CustomerRecord = {
  id: string;
  store_id: string;
  /** Phone number in E.164 format. An order is linked to its customer by this number. */
  phone: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
};

export type OrderLine = {
  id: string;
  variant_id: string | null;
  name: string;
  quantity: number;
  unit_price_minor: number;
  total_minor: number;
};

export type ShippingAddress = {
  address: string;
  province: string;
  city: string | null;
  notes: string | null;
};

/** One line of an order's timeline, which the merchant reads in the store admin. */
export type TimelineRow = {
  at: string;
  /** The name of the app or staff member that made the change; null for the customer or the platform. */
  by: string | null;
  kind:
    | 'created'
    | 'status'
    | 'payment'
    | 'tags'
    | 'note'
    | 'attributes'
    | 'fulfillment'
    | 'refund'
    | 'push_sent'
    | 'email_sent';
  text: string;
};

export type FulfillmentRecord = {
  id: string;
  provider: string | null;
  tracking_number: string | null;
  status: 'pending' | 'shipped' | 'delivered' | 'cancelled';
  created_at: string;
  updated_at: string;
  lines: { order_item_id: string; quantity: number }[];
};

export type RefundRecord = {
  id: string;
  amount_minor: number;
  reason: string | null;
  created_at: string;
  lines: { order_item_id: string | null; quantity: number; amount_minor: number }[];
};

export type OrderRecord = {
  id: string;
  store_id: string;
  order_number: string;
  status: OrderStatus;
  source: string;
  line_pricing: 'gross' | 'net';
  currency: string;
  subtotal_minor: number;
  discount_minor: number;
  discount_title: string | null;
  shipping_minor: number;
  total_minor: number;
  exchange_rate: ExchangeRate | null;
  items: OrderLine[];
  payments: { id: string; amount_minor: number; at: string }[];
  fulfillments: FulfillmentRecord[];
  refunds: RefundRecord[];
  tags: string[];
  note: string | null;
  /** Order attributes by app id. Each app reads and writes only its own attributes. */
  attributes: Record<string, OrderAttributes>;
  customer_id: string | null;
  /** The customer's data at the time of the order. Later edits of the customer record do not change this copy. */
  customer: Omit<CustomerRecord, 'id' | 'store_id' | 'phone'> & { phone: string | null };
  shipping_address: ShippingAddress | null;
  payment_method: string;
  timeline: TimelineRow[];
  created_at: string;
  updated_at: string;
};

export type EventRecord = {
  id: string;
  store_id: string;
  topic: WebhookTopic;
  sequence: number;
  occurred_at: string;
  /** True for an event that POST /webhooks/test created; unset for all other events. */
  test?: true;
  data: Record<string, unknown>;
};

/** What a simulated fault does to an API call or a webhook delivery (sandbox-control: faults). */
export const faultEffects = [
  'status',
  'delay',
  'drop_request',
  'drop_response',
  'duplicate',
  'reorder',
] as const;
export type FaultEffect = (typeof faultEffects)[number];

/** The reason why a delivery attempt got no response, if the platform can determine it. */
export type AttemptFailure =
  | 'timeout'
  | 'connection_refused'
  | 'name_not_found'
  /**
   * The URL of the webhook endpoint is not allowed, or the host of the URL resolves to an address that is not public
   * (WHK-8).
   */
  | 'endpoint_refused'
  | 'address_refused'
  | 'connection_lost';

/** One attempt to deliver a webhook. status is null if the attempt got no response. */
export type DeliveryAttempt = {
  at: string;
  status: number | null;
  duration_ms: number;
  failure?: AttemptFailure;
  /** What a simulated fault did to the attempt; unset if no fault was applied. */
  fault?: FaultEffect;
  /** The beginning of the response of the webhook endpoint, as text. */
  answer?: string;
};

export type DeliveryRecord = {
  id: string;
  install_id: string;
  event_id: string;
  topic: WebhookTopic;
  sequence: number;
  status: 'pending' | 'delivered' | 'dead';
  attempts: DeliveryAttempt[];
  next_attempt_ms: number | null;
  replayed: boolean;
};

/**
 * An idempotency key that was used, with its response. The id of this record combines the install id and the
 * key (A32).
 */
export type IdempotencyRecord = {
  id: string;
  fingerprint: string;
  status: number;
  body: unknown;
  recorded_ms: number;
};

export type EffectRecord = {
  id: string;
  at: string;
  kind: string;
  entity_id: string;
  idempotency_key: string;
};
