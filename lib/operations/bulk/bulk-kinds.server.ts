import 'server-only';
import { createMovementKind } from '@/lib/inventory/move-stock.server';
import type { MirroredOrder } from '@/lib/mirror/orders/find-orders.server';
import type { BulkWork, SkipReason } from '@/lib/operations/bulk/bulk-run';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { patchOrderKind } from '@/lib/orders/order/change-order.server';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';
import { orderStatusMoves } from '@/lib/platform/assumptions';
import type { Scope } from '@/lib/platform/contract/scopes';

/** Operation kind of the items of a run, by the kind of the run. */
const operationKinds: Record<BulkWork['kind'], OperationKind> = {
  set_order_status: setOrderStatusKind,
  add_tags: patchOrderKind,
  remove_tags: patchOrderKind,
  fulfill_orders: fulfillRestKind,
  adjust_stock: createMovementKind,
};

/** Values of one item, in addition to the input of its run. */
export type ItemRequest = {
  trackingNumber: string | null;
  variantId: string | null;
  delta: number | null;
  note: string | null;
};

/** What one item of the run requests from the platform. */
export function operationOf(
  work: BulkWork,
  item: ItemRequest,
): { kind: string; body: unknown; scopes: readonly Scope[] } {
  const kind = operationKinds[work.kind];
  const body = kind.body.parse(bodyOf(work, item));
  return { kind: kind.kind, body, scopes: kind.scopes(body) };
}

/** Placeholder item. No scope depends on its values. */
const anyItem: ItemRequest = { trackingNumber: null, variantId: 'any', delta: 1, note: null };

/** The first scope that is needed and not in effect; undefined if none is missing. */
export function missingScopeOf(work: BulkWork, granted: ReadonlySet<string>): Scope | undefined {
  return operationOf(work, anyItem).scopes.find((scope) => !granted.has(scope));
}

function bodyOf(work: BulkWork, { trackingNumber, variantId, delta, note }: ItemRequest): unknown {
  switch (work.kind) {
    case 'set_order_status':
      return work.input;
    case 'add_tags':
      return { tags: { add: work.input.tags } };
    case 'remove_tags':
      return { tags: { remove: work.input.tags } };
    case 'fulfill_orders':
      return { ...work.input, tracking_number: trackingNumber };
    case 'adjust_stock':
      return { ...work.input, variant_id: variantId, delta, note };
  }
}

/** Bulk work on orders. */
export type OrderWork = Exclude<BulkWork, { kind: 'adjust_stock' }>;

/**
 * Evaluates the work on one order with the mirror: `skip` if there is nothing to do, `warning` if the platform may
 * refuse it.
 */
export function evaluateOrder(
  work: OrderWork,
  order: MirroredOrder | undefined,
): { skip: SkipReason } | { skip: null; warning: 'unlisted_move' | null } {
  if (!order) return { skip: 'unknown_order' };
  if (order.isDeleted) return { skip: 'deleted' };
  if (isThere(work, order)) return { skip: 'already_there' };
  const isUnlisted = work.kind === 'set_order_status' && !movesFrom(order.status).includes(work.input.status);
  return { skip: null, warning: isUnlisted ? 'unlisted_move' : null };
}

function isThere(work: OrderWork, order: MirroredOrder): boolean {
  const currentTags = new Set(order.tags.map(folded));
  switch (work.kind) {
    case 'set_order_status':
      return order.status === work.input.status;
    case 'add_tags':
      return work.input.tags.every((tag) => currentTags.has(folded(tag)));
    case 'remove_tags':
      return !work.input.tags.some((tag) => currentTags.has(folded(tag)));
    case 'fulfill_orders':
      return order.lines !== null && findOutstandingLines(order.lines).length === 0;
  }
}

const folded = (tag: string) => tag.trim().toLowerCase();

function movesFrom(status: string): readonly string[] {
  return new Map<string, readonly string[]>(Object.entries(orderStatusMoves)).get(status) ?? [];
}
