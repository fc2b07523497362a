import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { restUnpaid } from '@/lib/orders/list/payment-filter';

/**
 * The standard views of the orders list, which every store has (U19). An index makes each view fast
 * (tests/integration/app/orders/order-list-plans.test.ts). In `to_ship` and `cash_to_collect`, the oldest order is
 * first, because the store must do something for these orders.
 *
 * `cash_to_collect` contains the orders for which the mirror expects cash after the delivery, as the cash notebook does
 * (cash_facts). An order with a partial refund is one only if its customer still has to pay a rest (A40). A refund after
 * the delivery, or after a return, also changes the order status to partially_refunded (A4).
 */
export const standardViews = {
  all: {},
  to_review: { status: ['placed'] },
  to_ship: { status: ['approved', 'processing'], sort: 'oldest' },
  cash_to_collect: {
    status: ['delivered', 'completed', 'partially_refunded'],
    payment: ['unpaid', 'partially_paid', restUnpaid],
    sort: 'oldest',
  },
  problems: { status: ['delivered_failed', 'returned'] },
} satisfies Record<string, OrderListFilters>;
