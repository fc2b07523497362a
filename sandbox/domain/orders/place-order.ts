import type { OrderAttributes } from 'commerce-platform-client/contract/orders';
import type { OrderLine, OrderRecord, ShippingAddress, StoreRecord } from '@/sandbox/world/records';
import { actorName, type Context, recordEffect } from '@/sandbox/domain/context';
import { emit } from '@/sandbox/domain/events';
import { netOfDiscount } from './order-pricing';
import { moveStock } from '@/sandbox/domain/stock';

/** A sales order that passed all checks and can now be written. */
export type OrderDraft = {
  store: StoreRecord;
  source: 'app' | 'storefront' | 'pos';
  status: OrderRecord['status'];
  currency: string;
  exchangeRate: OrderRecord['exchange_rate'];
  lines: Omit<OrderLine, 'id' | 'total_minor'>[];
  discountMinor: number;
  discountTitle: string | null;
  shippingMinor: number;
  customer: {
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    phone: string;
  } | null;
  shippingAddress: ShippingAddress | null;
  paymentMethod: string;
  note: string | null;
  tags: string[];
  attributes: { appId: string; values: OrderAttributes } | null;
  decrementStock: boolean;
};

/**
 * Writes a new order from any source, with all its effects (CRE-16):
 *
 * - changes the stock
 * - creates or updates the customer record, which is found by the phone number
 * - records the push message and the email to the merchant, and a row of the timeline
 * - emits the event order.created
 *
 * The totals are computed here and never taken from the request (CRE-12).
 */
export function placeOrder(context: Context, draft: OrderDraft): OrderRecord {
  const { world } = context;
  const { store } = draft;
  const now = world.now();
  const counters = world.counters.need(store.id);
  world.counters.put({ ...counters, order: counters.order + 1 });
  const lines = draft.lines.map((line) => ({
    id: world.newId('line'),
    ...line,
    total_minor: line.quantity * line.unit_price_minor,
  }));
  const subtotalMinor = lines.reduce((sum, line) => sum + line.total_minor, 0);
  const net = draft.source === 'pos';
  const order = world.orders.put({
    id: world.newId('ord'),
    store_id: store.id,
    order_number: String(counters.order + 1),
    status: draft.status,
    source: draft.source,
    line_pricing: net ? 'net' : 'gross',
    currency: draft.currency,
    subtotal_minor: subtotalMinor,
    discount_minor: draft.discountMinor,
    discount_title: draft.discountTitle,
    shipping_minor: draft.shippingMinor,
    total_minor: subtotalMinor - draft.discountMinor + draft.shippingMinor,
    exchange_rate: draft.exchangeRate,
    items: net ? netOfDiscount(lines, draft.discountMinor) : lines,
    payments: [],
    fulfillments: [],
    refunds: [],
    tags: draft.tags,
    note: draft.note,
    attributes: draft.attributes ? { [draft.attributes.appId]: draft.attributes.values } : {},
    customer_id: draft.customer && linkCustomer(context, store.id, draft.customer),
    customer: draft.customer ?? { first_name: null, last_name: null, email: null, phone: null },
    shipping_address: draft.shippingAddress,
    payment_method: draft.paymentMethod,
    timeline: [
      { at: now, by: actorName(context), kind: 'created', text: draft.source },
      { at: now, by: null, kind: 'push_sent', text: store.staff[0]?.name ?? '' },
      { at: now, by: null, kind: 'email_sent', text: store.staff[0]?.name ?? '' },
    ],
    created_at: now,
    updated_at: now,
  });
  recordEffect(context, 'order.created', order.id);
  recordEffect(context, 'merchant.push_sent', order.id);
  recordEffect(context, 'merchant.email_sent', order.id);
  if (draft.decrementStock)
    for (const line of lines)
      if (line.variant_id !== null) moveStock(context, store.id, line.variant_id, -line.quantity, 'sale');
  emit(context, store.id, 'order.created', {
    order_id: order.id,
    order_number: order.order_number,
    status: order.status,
    total_minor: order.total_minor,
    currency: order.currency,
    source: order.source,
  });
  return order;
}

/**
 * Stores one customer record per phone number. If the record already exists, only a missing email is added; nothing
 * else is changed.
 */
function linkCustomer(context: Context, storeId: string, given: NonNullable<OrderDraft['customer']>): string {
  const { world } = context;
  const existing = world.customers
    .values()
    .find((row) => row.store_id === storeId && row.phone === given.phone);
  if (existing) {
    if (existing.email === null && given.email !== null)
      world.customers.put({ ...existing, email: given.email });
    return existing.id;
  }
  const row = world.customers.put({ id: world.newId('cust'), store_id: storeId, ...given });
  recordEffect(context, 'customer.created', row.id);
  return row.id;
}
