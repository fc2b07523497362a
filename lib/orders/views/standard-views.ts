import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';

/**
 * The standard views of the orders list, which every store has (U19). Each is read with a database index
 * (tests/integration/app/orders/order-list-plans.test.ts). The order that waits longest comes first where work waits for
 * the store: to ship, and to collect cash.
 */
export const standardViews = {
  all: {},
  to_review: { status: ['placed'] },
  to_ship: { status: ['approved', 'processing'], sort: 'oldest' },
  cash_to_collect: { status: ['delivered'], payment: ['unpaid', 'partially_paid'], sort: 'oldest' },
  problems: { status: ['delivered_failed', 'returned'] },
} satisfies Record<string, OrderListFilters>;
