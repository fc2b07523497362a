import type { z } from 'zod';
import type { Order, OrderDetail } from 'commerce-platform-client/contract/orders';
import type { OrderRecord } from '@/sandbox/world/records';
import { moneyOf } from '@/sandbox/domain/money-of';
import { paidMinor, paymentStatus, refundedMinor } from './order-pricing';

/** Converts an order record to an item of the order list, without customer data (platform: Order). */
export function projectOrder(order: OrderRecord): z.input<typeof Order> {
  const money = (amountMinor: number) => moneyOf(amountMinor, order.currency);
  return {
    id: order.id,
    order_number: order.order_number,
    status: order.status,
    payment_status: paymentStatus(order),
    source: order.source,
    line_pricing: order.line_pricing,
    subtotal: money(order.subtotal_minor),
    discount: money(order.discount_minor),
    shipping: money(order.shipping_minor),
    tax: money(0),
    total: money(order.total_minor),
    paid: money(paidMinor(order)),
    refunded: money(refundedMinor(order)),
    exchange_rate: order.exchange_rate,
    tags: order.tags,
    created_at: order.created_at,
    updated_at: order.updated_at,
  };
}

/**
 * Describes who reads an order. `appId` is null if the reader is not an app. An app receives only its own attributes
 * (ORD-4), and personal data only with the scopes for personal data (ORD-7).
 */
export type Reader = { appId: string | null; personalData: boolean };

/**
 * Converts an order record to the detailed order of the API (platform: OrderDetail), limited to what the reader may
 * see.
 */
export function projectOrderDetail(order: OrderRecord, reader: Reader): z.input<typeof OrderDetail> {
  const money = (amountMinor: number) => moneyOf(amountMinor, order.currency);
  const { first_name, last_name, email, phone } = order.customer;
  return {
    ...projectOrder(order),
    items: order.items.map((item) => ({
      id: item.id,
      variant_id: item.variant_id,
      kind: item.variant_id === null ? 'custom' : 'variant',
      name: item.name,
      quantity: item.quantity,
      unit_price: money(item.unit_price_minor),
      total: money(item.total_minor),
    })),
    fulfillments: order.fulfillments,
    refunds: order.refunds.map(({ amount_minor, ...refund }) => ({ ...refund, amount: money(amount_minor) })),
    note: order.note,
    attributes: (reader.appId !== null && order.attributes[reader.appId]) || {},
    ...(reader.personalData && {
      customer: { first_name, last_name, email, phone },
      shipping_address: order.shipping_address,
    }),
  };
}
