import { type Random, uuidOf } from './random';
import type { OrderRecord, StoreRecord } from './records';
import { couriers } from './seed-words';

const sentStatuses: OrderRecord['status'][] = [
  'shipped',
  'delivered',
  'delivered_failed',
  'returned',
  'partially_refunded',
  'refunded',
];

/**
 * Generates the payments, fulfillments, refunds and timeline that match the status of a past order. A
 * delivered cash order may still be unpaid, and an approved order may have a deposit.
 */
export function historyOf(
  store: StoreRecord,
  random: Random,
  order: OrderRecord,
  id: { digits: string; seed: string; index: number },
): Pick<OrderRecord, 'payments' | 'fulfillments' | 'refunds' | 'timeline'> {
  const at = order.updated_at;
  const amountMinor = collectedMinor(random, order);
  const payments = amountMinor > 0 ? [{ id: `pay_${id.digits}`, amount_minor: amountMinor, at }] : [];
  const refundMinor =
    order.status === 'refunded'
      ? amountMinor
      : order.status === 'partially_refunded'
        ? Math.ceil(amountMinor / 3)
        : 0;
  const sent = order.source !== 'pos' && sentStatuses.includes(order.status);
  return {
    payments,
    fulfillments: sent
      ? [
          {
            id: uuidOf(`${id.seed}/fulfillments`, id.index),
            provider: couriers[store.locale],
            tracking_number: `TR${random.int(1_000_000, 9_999_999)}`,
            status: ['shipped', 'delivered_failed'].includes(order.status) ? 'shipped' : 'delivered',
            created_at: at,
            updated_at: at,
            lines: order.items.map((item) => ({ order_item_id: item.id, quantity: item.quantity })),
          },
        ]
      : [],
    refunds:
      refundMinor > 0
        ? [{ id: `ref_${id.digits}`, amount_minor: refundMinor, reason: null, created_at: at, lines: [] }]
        : [],
    timeline: [
      ...order.timeline,
      ...payments.map((payment) => ({
        at,
        by: null,
        kind: 'payment' as const,
        text: String(payment.amount_minor),
      })),
      ...(order.status === 'placed' || order.source === 'pos'
        ? []
        : [{ at, by: store.staff[0]?.name ?? null, kind: 'status' as const, text: order.status }]),
    ],
  };
}

function collectedMinor(random: Random, order: OrderRecord): number {
  const { status, total_minor: totalMinor } = order;
  if (['completed', 'refunded', 'partially_refunded'].includes(status)) return totalMinor;
  if (status === 'placed' || status === 'cancelled') return 0;
  if (status === 'delivered' && random.chance(0.7)) return totalMinor;
  if (order.payment_method === 'manual_wallet') return totalMinor;
  return ['approved', 'processing'].includes(status) && random.chance(0.2) ? Math.ceil(totalMinor / 4) : 0;
}
