import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';

/**
 * The standard views of the orders list, which every store has (U19). An index makes each view fast
 * (tests/integration/app/orders/order-list-plans.test.ts). In `to_ship` and `cash_to_collect`, the oldest order is
 * first, because the store must do something for these orders.
 *
 * An order with a partial refund is not in `cash_to_collect`, also if it was never paid in full. Its payment status does
 * not say whether it still owes cash (A40), and no index does. The cash screen lists such an order.
 */
export const standardViews = {
  all: {},
  to_review: { status: ['placed'] },
  to_ship: { status: ['approved', 'processing'], sort: 'oldest' },
  cash_to_collect: { status: ['delivered'], payment: ['unpaid', 'partially_paid'], sort: 'oldest' },
  problems: { status: ['delivered_failed', 'returned'] },
} satisfies Record<string, OrderListFilters>;
