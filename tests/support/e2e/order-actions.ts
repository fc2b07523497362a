import type { Right } from '@/lib/shared/roles/roles';

/**
 * A server action on one order: the rights that it needs, and its command. The command lacks only the ids of the
 * install and the order.
 */
type OrderAction = { needs: readonly Right[]; input: Record<string, unknown> };

/**
 * The server actions that write to one order, by their names. entry-points.spec.ts calls each action for an order of
 * another store, and roles.spec.ts calls each action with each role. Both specs fail if an action is missing.
 */
export const orderActions: Record<string, OrderAction> = {
  changeOrderAction: { needs: ['tag_orders'], input: { change: { tags: { add: ['x'] } } } },
  setOrderStatusAction: { needs: ['cancel'], input: { status: 'cancelled' } },
  fulfillOrderAction: {
    needs: ['fulfil'],
    input: { fulfillment: { lines: [{ order_item_id: 'x', quantity: 1 }], status: 'pending' } },
  },
  changeFulfillmentAction: {
    needs: ['fulfil'],
    input: { fulfillmentId: 'x', change: { status: 'shipped' } },
  },
  refundOrderAction: { needs: ['refund'], input: { refund: { amount_minor: 1, reason: 'x', lines: [] } } },
};
