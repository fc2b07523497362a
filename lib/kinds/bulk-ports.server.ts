import 'server-only';
import { findVariants } from '@/lib/catalogue/find-variants.server';
import { createMovementKind } from '@/lib/inventory/move-stock.server';
import { findFirstItems } from '@/lib/mirror/orders/find-first-items.server';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import { findOrders, type MirroredOrder } from '@/lib/mirror/orders/find-orders.server';
import type { BulkRequest, BulkWork, SkipReason, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { BulkPorts, ItemRequest } from '@/lib/operations/operation-ports.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { patchOrderKind } from '@/lib/orders/order/change-order.server';
import { changeFulfillmentKind } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { findTrackingTarget } from '@/lib/orders/order/fulfillment/find-tracking-target';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import { whyNoShipment } from '@/lib/orders/order/fulfillment/shipping-need';
import { findLastParcel } from '@/lib/orders/order/fulfillment/find-last-parcel';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import type { InstallId, OrderId, VariantId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * The kind of operation (write to the platform) that is sent for each item of a bulk run. If an existing
 * shipment gets a tracking number, changeFulfillmentKind is used instead.
 */
const operationKinds: Record<BulkWork['kind'], OperationKind> = {
  set_order_status: setOrderStatusKind,
  add_tags: patchOrderKind,
  remove_tags: patchOrderKind,
  fulfill_orders: fulfillRestKind,
  adjust_stock: createMovementKind,
};

function operationOf(work: BulkWork, item: ItemRequest): ReturnType<BulkPorts['operationOf']> {
  const kind = item.fulfillmentId === null ? operationKinds[work.kind] : changeFulfillmentKind;
  const body = kind.body.parse(bodyOf(work, item));
  const scopes = kind.scopes(body);
  // The scopes must not depend on the item. A run that delivers orders may change a shipment or the order's status, so
  // it needs the scopes of both.
  return { kind: kind.kind, body, scopes: isDelivery(work) ? [...scopes, ...deliveryScopes] : scopes };
}

/** Whether the bulk run sets orders to delivered. */
const isDelivery = (work: Pick<BulkWork, 'kind' | 'input'>) =>
  work.kind === 'set_order_status' && 'status' in work.input && work.input.status === 'delivered';

const deliveryScopes = ['orders:write', 'fulfillments:write'] as const;

function bodyOf(
  work: BulkWork,
  { trackingNumber, fulfillmentId, variantId, delta, note }: ItemRequest,
): unknown {
  switch (work.kind) {
    case 'set_order_status':
      return work.input;
    case 'add_tags':
      return { tags: { add: work.input.tags } };
    case 'remove_tags':
      return { tags: { remove: work.input.tags } };
    case 'fulfill_orders':
      if (fulfillmentId === null) return { ...work.input, tracking_number: trackingNumber };
      // The tracking number is added to an existing shipment of the order, whose status stays unchanged. If the form
      // names no carrier, the carrier of the shipment also stays unchanged.
      return {
        tracking_number: trackingNumber,
        ...(work.input.provider !== null && { provider: work.input.provider }),
      };
    case 'adjust_stock':
      return { ...work.input, variant_id: variantId, delta, note };
  }
}

async function evaluateTargets(tx: Tx, installId: InstallId, request: BulkRequest): Promise<TargetVerdict[]> {
  if (request.kind === 'adjust_stock')
    return evaluateVariants(
      tx,
      installId,
      request.targets.map(({ variantId }) => variantId),
    );
  const ids = request.targets.map(({ orderId }): OrderId => orderId);
  const orders = await findOrders(tx, installId, ids);
  return request.targets.map((target): TargetVerdict => {
    const { orderId } = target;
    const order = orders.get(orderId);
    const evaluated = evaluateOrder(request, order);
    if (evaluated.skip === 'already_fulfilled' && 'trackingNumber' in target && order)
      return { orderId, ...evaluateTracking(target, order) };
    if (evaluated.skip !== null) return { orderId, verdict: 'skipped', reason: evaluated.skip };
    const fulfillmentId = isDelivery(request) && order ? findLastParcel(order) : undefined;
    return { orderId, verdict: 'ok', warning: evaluated.warning, ...(fulfillmentId && { fulfillmentId }) };
  });
}

async function evaluateVariants(
  tx: Tx,
  installId: InstallId,
  ids: readonly VariantId[],
): Promise<TargetVerdict[]> {
  const mirrored = await findVariants(tx, installId, ids);
  return ids.map((variantId): TargetVerdict => {
    if (!mirrored.has(variantId)) return { variantId, verdict: 'skipped', reason: 'unknown_variant' };
    return { variantId, verdict: 'ok', warning: null };
  });
}

/** The kinds of bulk runs that change orders. */
type OrderWork = Exclude<BulkWork, { kind: 'adjust_stock' }>;

/**
 * Returns what a bulk run would do to one order. The function uses the order's data in the mirror (our copy of the
 * platform's data). `skip`: the reason why there is nothing to do. `warning`: the platform may refuse the change.
 */
function evaluateOrder(
  work: OrderWork,
  order: MirroredOrder | undefined,
): { skip: SkipReason } | { skip: null; warning: 'unlisted_move' | null } {
  if (!order) return { skip: 'unknown_order' };
  if (order.isDeleted) return { skip: 'deleted' };
  if (work.kind === 'fulfill_orders') {
    const reason = whyNoShipment(order);
    return reason === null ? { skip: null, warning: null } : { skip: reason };
  }
  if (isThere(work, order)) return { skip: 'already_there' };
  const isUnlisted = work.kind === 'set_order_status' && !movesFrom(order.status).includes(work.input.status);
  return { skip: null, warning: isUnlisted ? 'unlisted_move' : null };
}

type Parcel = Extract<BulkRequest, { kind: 'fulfill_orders' }>['targets'][number];

/**
 * A courier's sheet may have a tracking number for an order that has nothing left to ship. Returns the existing
 * shipment that gets this number, or the reason why the order is skipped.
 */
function evaluateTracking({ trackingNumber, mayReplace }: Parcel, { lines }: MirroredOrder) {
  const found =
    trackingNumber !== null && findTrackingTarget(lines?.fulfillments ?? [], trackingNumber, mayReplace);
  if (!found) return { verdict: 'skipped', reason: 'already_fulfilled' } as const;
  const currentTracking = 'current' in found ? found.current : null;
  if (found.skip !== null) return { verdict: 'skipped', reason: found.skip, currentTracking } as const;
  return { verdict: 'ok', warning: null, fulfillmentId: found.fulfillmentId, currentTracking } as const;
}

function isThere(work: Exclude<OrderWork, { kind: 'fulfill_orders' }>, order: MirroredOrder): boolean {
  const currentTags = new Set(order.tags.map(folded));
  switch (work.kind) {
    case 'set_order_status':
      return order.status === work.input.status;
    case 'add_tags':
      return work.input.tags.every((tag) => currentTags.has(folded(tag)));
    case 'remove_tags':
      return !work.input.tags.some((tag) => currentTags.has(folded(tag)));
  }
}

const folded = (tag: string) => tag.trim().toLowerCase();

function movesFrom(status: string): readonly string[] {
  return new Map<string, readonly string[]>(Object.entries(orderStatusMoves)).get(status) ?? [];
}

/**
 * The functions of orders and products that bulk runs need. The app and the worker pass them to lib/operations/bulk,
 * which must not import those modules.
 */
export const bulkPorts: BulkPorts = {
  operationOf,
  evaluateTargets,
  findOrderNumbers,
  findFirstItems,
  findVariants,
};
