import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';

/**
 * The standard views of the orders list, which every store has (U19). An index makes each view fast
 * (tests/integration/app/orders/order-list-plans.test.ts). In `to_ship` and `cash_to_collect`, the oldest order is
 * first, because the store must do something for these orders.
 */
export const standardViews = {
  all: {},
  to_review: { status: ['placed'] },
  to_ship: { status: ['approved', 'processing'], sort: 'oldest' },
  cash_to_collect: { status: ['delivered'], payment: ['unpaid', 'partially_paid'], sort: 'oldest' },
  problems: { status: ['delivered_failed', 'returned'] },
} satisfies Record<string, OrderListFilters>;
