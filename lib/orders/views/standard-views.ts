import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';

/** The saved views that every store has (ux: Orders, Home); each is read from an index of its own. */
export const standardViews = {
  all: {},
  to_review: { status: ['placed'] },
  to_ship: { status: ['approved', 'processing'] },
  cash_to_collect: { status: ['delivered'], payment: ['unpaid', 'partially_paid'] },
  problems: { status: ['delivered_failed', 'returned'] },
} satisfies Record<string, OrderListFilters>;
