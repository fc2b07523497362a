import { z } from 'zod';
import { OrderId } from './ids';
import { sumLinesMinor } from './sum-lines';
import { isStorableJson, unstorableMessage } from './storable-text';
import { Text } from './text';
import { ExchangeRate, Money, openEnum, PageQuery, Timestamp } from './common';

/** Statuses of an order. platform: Order status. */
export const orderStatuses = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'delivered_failed',
  'returned',
  'cancelled',
  'completed',
  'partially_refunded',
  'refunded',
] as const;
/** An order status that the platform document names. A response may contain another status. platform: Order status. */
export type OrderStatus = (typeof orderStatuses)[number];

/** Payment statuses of an order. platform: Payment status. */
export const paymentStatuses = [
  'not_required',
  'unpaid',
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
] as const;
/** A payment status that the platform document names. A response may contain another status. */
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Statuses of a fulfillment. platform: Fulfillment. */
export const fulfillmentStatuses = ['pending', 'shipped', 'delivered', 'cancelled'] as const;
/** A fulfillment status that the platform document names. A response may contain another status. */
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

/**
 * Value of an order attribute with the name `reference`: a reference chip in the store admin (platform:
 * OrderReference).
 */
export const OrderReference = z.object({
  kind: z.string(),
  number: z.string(),
  url: z.string().nullable().default(null),
});
export type OrderReference = z.infer<typeof OrderReference>;

const attributeKey = /^[a-z0-9_.-]{1,64}$/;
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const utf8Length = (text: string) => new TextEncoder().encode(text).length;

type AttributeValue = string | number | boolean | OrderReference;
const plainObject = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'not an object',
);

/**
 * Validates one attribute of an order. The key `__proto__` is refused although it matches the documented pattern,
 * because it has a special meaning in JavaScript objects.
 */
function checkEntry(key: string, entry: unknown, context: z.RefinementCtx, deleted = false): void {
  const problem = (message: string) => context.addIssue({ code: 'custom', path: [key], message });
  if (!attributeKey.test(key) || key === '__proto__') problem('key must match [a-z0-9_.-]{1,64}');
  if (deleted) return;
  const parsed = key === 'reference' ? OrderReference.safeParse(entry) : scalar.safeParse(entry);
  if (!parsed.success) problem('not a scalar value');
  else if (!isStorableJson(entry)) problem(unstorableMessage);
  else if (typeof entry === 'string' && utf8Length(entry) > 1000) problem('at most 1000 bytes');
}

/**
 * Attributes that the calling app has stored in an order (platform: OrderAttributes). There are at most 20 keys. Values
 * are scalars of at most 1,000 UTF-8 bytes, and all together have at most 8,192 bytes.
 */
export const OrderAttributes = plainObject
  .superRefine((value, context) => {
    if (Object.keys(value).length > 20)
      context.addIssue({ code: 'custom', message: 'at most 20 attributes' });
    if (utf8Length(JSON.stringify(value)) > 8192)
      context.addIssue({ code: 'custom', message: 'at most 8192 bytes in total' });
    for (const [key, entry] of Object.entries(value)) checkEntry(key, entry, context);
  })
  .transform((value) => ({ ...value }) as Record<string, AttributeValue>);
export type OrderAttributes = z.infer<typeof OrderAttributes>;

/**
 * Changes to the attributes of an order (platform: OrderAttributesPatch). They are merged into the stored attributes,
 * and null deletes a key. The limits for number and size apply to the merged result.
 */
export const OrderAttributesPatch = plainObject
  .superRefine((value, context) => {
    for (const [key, entry] of Object.entries(value)) checkEntry(key, entry, context, entry === null);
  })
  .transform((value) => ({ ...value }) as Record<string, AttributeValue | null>);
export type OrderAttributesPatch = z.infer<typeof OrderAttributesPatch>;

/** An order as an item of the list, without customer data (platform: Order). */
export const Order = z.object({
  id: OrderId,
  order_number: z.string(),
  status: openEnum(orderStatuses),
  payment_status: openEnum(paymentStatuses),
  source: z.string().nullable(),
  line_pricing: openEnum(['net', 'gross']),
  subtotal: Money,
  discount: Money,
  shipping: Money,
  tax: Money,
  total: Money,
  paid: Money,
  refunded: Money,
  exchange_rate: ExchangeRate.nullable(),
  tags: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Order = z.infer<typeof Order>;

/** A line of an order. It is an immutable copy of the product data at the time of the order. platform: OrderItem. */
export const OrderItem = z.object({
  id: z.string(),
  variant_id: z.string().nullable(),
  kind: openEnum(['variant', 'custom']),
  name: z.string(),
  quantity: z.int(),
  unit_price: Money,
  total: Money,
});
export type OrderItem = z.infer<typeof OrderItem>;

/** Customer of an order. platform: OrderCustomer. */
export const OrderCustomer = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type OrderCustomer = z.infer<typeof OrderCustomer>;

/** Fulfillment of an order with its lines. platform: Fulfillment and FulfillmentLine. */
export const Fulfillment = z.object({
  id: z.string(),
  provider: z.string().nullable(),
  tracking_number: z.string().nullable(),
  status: openEnum(fulfillmentStatuses),
  created_at: Timestamp,
  updated_at: Timestamp,
  lines: z.array(z.object({ order_item_id: z.string(), quantity: z.int() })),
});
export type Fulfillment = z.infer<typeof Fulfillment>;

/** Refund of an order with its lines. platform: Refund and RefundLine. */
export const Refund = z.object({
  id: z.string(),
  amount: Money,
  reason: z.string().nullable(),
  created_at: Timestamp,
  lines: z.array(
    z.object({ order_item_id: z.string().nullable(), quantity: z.int(), amount_minor: z.int() }),
  ),
});
export type Refund = z.infer<typeof Refund>;

/**
 * An order with all details. Without the scope clients:read, customer and shipping_address are absent. shipping_address
 * is an object of any form (A19). platform: OrderDetail.
 */
export const OrderDetail = Order.extend({
  items: z.array(OrderItem),
  fulfillments: z.array(Fulfillment),
  refunds: z.array(Refund),
  note: z.string().nullable(),
  attributes: z.record(z.string(), z.unknown()),
  customer: OrderCustomer.optional(),
  shipping_address: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

/** Query parameters of GET /orders. */
export const OrderListQuery = PageQuery.extend({
  status: z.enum(orderStatuses).optional(),
  created_at_min: Timestamp.optional(),
  updated_at_min: Timestamp.optional(),
  tag: Text.min(1).max(40).optional(),
});
export type OrderListQuery = z.input<typeof OrderListQuery>;

/**
 * Removes duplicate tags as the platform does: tags that differ only in case are equal, and the first spelling stays
 * (platform: POST /orders, tags).
 */
export function dedupeTags(tags: string[]): string[] {
  const firstSpellings = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim()).filter(Boolean))
    if (!firstSpellings.has(tag.toLowerCase())) firstSpellings.set(tag.toLowerCase(), tag);
  return [...firstSpellings.values()];
}

/** Tags of one order in a write (platform: Limits). */
export const Tags = z
  .array(Text.min(1).max(40))
  .refine((tags) => dedupeTags(tags).length <= 10, 'at most 10 tags');

/** Line of a new order. Without variant_id it is a custom line. The price is in minor units of the order's currency. */
export const CreateOrderItem = z.strictObject({
  variant_id: Text.min(1).max(128).nullable().optional(),
  name: Text.trim().min(1).max(255),
  quantity: z.int().min(1).max(1_000_000),
  unit_price_minor: z.int().min(0),
});

/**
 * Body of POST /orders (platform: Orders, POST /orders). The merchant sets the prices. The schema does not check values
 * that depend on the store: currency, province, payment method, rate and stock. The platform checks these values.
 */
export const CreateOrderBody = z
  .strictObject({
    currency: Text.min(1).max(10),
    status: z.enum(['placed', 'approved']).default('placed'),
    items: z.array(CreateOrderItem).min(1).max(200),
    discount: z
      .strictObject({
        amount_minor: z.int().min(0),
        title: Text.max(255).nullable().default(null),
      })
      .nullable()
      .default(null),
    shipping: z.strictObject({ amount_minor: z.int().min(0), method: z.enum(['delivery', 'pickup']) }),
    customer: z.strictObject({
      name: Text.trim().min(1).max(255),
      phone: z
        .string()
        .regex(/^\+[1-9][0-9 ()-]{6,24}$/, 'a full international number with its country code'),
      email: z.email().max(255).nullable().optional(),
    }),
    shipping_address: z
      .strictObject({
        address: Text.trim().min(1).max(1000),
        province: Text.min(1).max(100),
        city: Text.max(255).nullable().optional(),
        notes: Text.max(1000).nullable().optional(),
      })
      .nullable()
      .default(null),
    payment_method: Text.min(1).max(100),
    exchange_rate: z
      .strictObject({ scaled: z.int().positive(), scale: z.int().min(0).max(18) })
      .nullable()
      .default(null),
    note: Text.max(5000).nullable().optional(),
    tags: Tags.default([]),
    attributes: OrderAttributes.default({}),
    inventory: z.enum(['decrement', 'skip']).default('decrement'),
  })
  .superRefine((body, context) => {
    const sumMinor = sumLinesMinor(body.items);
    if (sumMinor === null || !Number.isSafeInteger(sumMinor + body.shipping.amount_minor))
      context.addIssue({ code: 'custom', path: ['items'], message: 'the sum of the lines is too large' });
    else if (body.discount && body.discount.amount_minor > sumMinor)
      context.addIssue({
        code: 'custom',
        path: ['discount', 'amount_minor'],
        message: 'must not exceed the sum of the lines',
      });
    if (body.shipping.method === 'delivery' && !body.shipping_address)
      context.addIssue({ code: 'custom', path: ['shipping_address'], message: 'required for delivery' });
  });
/** Body of POST /orders as a client sends it, before defaults are applied. */
export type CreateOrderInput = z.input<typeof CreateOrderBody>;
/** Body of POST /orders as the platform uses it, after defaults were applied. */
export type CreateOrderBody = z.output<typeof CreateOrderBody>;

/**
 * Body of PATCH /orders/{id}. Only the note, the tags and the attributes of an order can be changed; lines, amounts and
 * address cannot (U4). platform: Orders, PATCH /orders/{id}.
 */
export const PatchOrderBody = z.strictObject({
  note: Text.max(5000).nullable().optional(),
  tags: z
    .strictObject({ add: Tags.default([]), remove: z.array(Text.max(40)).max(100).default([]) })
    .optional(),
  attributes: OrderAttributesPatch.optional(),
});
export type PatchOrderBody = z.output<typeof PatchOrderBody>;

/**
 * Order statuses that an app can set. The other three statuses are set only by refunds (STA-1). platform:
 * SettableOrderStatus.
 */
export const settableOrderStatuses = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'delivered_failed',
  'returned',
  'cancelled',
] as const satisfies readonly OrderStatus[];
/** An order status that an app can set. */
export type SettableOrderStatus = (typeof settableOrderStatuses)[number];

/** Body of PATCH /orders/{id}/status. The platform document does not show it, so its form is assumed (A7). */
export const SetStatusBody = z.strictObject({ status: z.enum(settableOrderStatuses) });
