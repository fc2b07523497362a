import type { z } from 'zod';
import { refundableStatuses, statusAfterRefund } from 'commerce-platform-client/assumptions';
import type { CreateRefundBody, RefundAnswer } from 'commerce-platform-client/contract/refunds';
import type { OrderLine, OrderRecord, RefundRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { findVariant } from '@/sandbox/domain/catalogue';
import { setStatus, touch } from './change-order';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { emit } from '@/sandbox/domain/events';
import { moneyOf } from '@/sandbox/domain/money-of';
import { paidMinor, refundedMinor } from './order-pricing';
import { type Refusal, refuse, refuseFields } from '@/sandbox/domain/refusal';
import { moveStock } from '@/sandbox/domain/stock';

/**
 * Handles POST /orders/{id}/refunds, which refunds money that was paid (REF-1 to REF-6). The order can have any status.
 * A refund is refused in four cases:
 *
 * - 409 for a POS order
 * - 409 for an amount larger than the paid amount that is not yet refunded
 * - 403 if a restock is requested without the scope for it
 * - 404 for a line of another order
 *
 * The order's status changes if the status matrix allows the change (A3, A4). If the matrix does not allow it,
 * order_status_skipped is true.
 */
export function createRefund(
  context: Context,
  order: OrderRecord,
  body: CreateRefundBody,
  mayRestock: boolean,
): z.input<typeof RefundAnswer> | Refusal {
  const { world } = context;
  const returned = body.restock ? returnedStock(world, order, body) : new Map<string, number>();
  const refusal = refusalOf(order, body, mayRestock) ?? overflowOf(world, order, returned);
  if (refusal) return refusal;

  const refund: RefundRecord = {
    id: world.newId('ref'),
    amount_minor: body.amount_minor,
    reason: body.reason,
    created_at: world.now(),
    lines: body.lines,
  };
  const changed = touch(
    context,
    order,
    { refunds: [...order.refunds, refund] },
    'refund',
    String(refund.amount_minor),
  );
  recordEffect(context, 'refund.created', refund.id);
  emit(context, order.store_id, 'refund.created', {
    order_id: order.id,
    refund_id: refund.id,
    amount_minor: refund.amount_minor,
    currency: order.currency,
  });
  for (const [variantId, quantity] of returned)
    moveStock(context, order.store_id, variantId, quantity, 'return');

  const due = statusAfterRefund({
    paidMinor: paidMinor(changed),
    refundedMinor: refundedMinor(changed),
  });
  const refused = changed.status !== due && !refundableStatuses.includes(changed.status);
  const after = refused ? changed : setStatus(context, changed, due);
  const { amount_minor, ...rest } = refund;
  return {
    ...rest,
    amount: moneyOf(amount_minor, order.currency),
    order_status: after.status,
    order_status_skipped: refused,
  };
}

function refusalOf(order: OrderRecord, body: CreateRefundBody, mayRestock: boolean): Refusal | null {
  if (body.restock && !mayRestock) return refuse('forbidden', 'restock also needs the scope inventory:write');
  if (order.source === 'pos')
    return refuse('conflict', 'a point-of-sale order is refunded at the point of sale');
  const lines = body.lines.map((line, index) => ({
    ...line,
    index,
    item: order.items.find((item) => item.id === line.order_item_id),
  }));
  const unknown = lines.filter((line) => line.order_item_id !== null && !line.item);
  if (unknown.length > 0)
    return refuse('not_found', 'no such line in this order', {
      details: {
        fields: unknown.map(({ index }) => ({ path: `lines.${index}.order_item_id`, message: 'not found' })),
      },
    });
  const byAmount = lines.filter((line) => line.quantity > 0 && (line.item?.variant_id ?? null) === null);
  if (byAmount.length > 0)
    return refuseFields(
      400,
      byAmount.map(({ index }) => ({
        path: `lines.${index}.quantity`,
        message: 'must be 0: a custom line is refunded by amount only',
      })),
    );
  const over = order.items.filter((item) => refundedQuantity(order, body, item) > item.quantity);
  if (over.length > 0)
    return refuse('conflict', 'more than was ordered', {
      details: { lines: over.map((item) => ({ order_item_id: item.id, ordered: item.quantity })) },
    });
  const availableMinor = paidMinor(order) - refundedMinor(order);
  if (body.amount_minor > availableMinor)
    return refuse('conflict', 'more than was captured and not yet refunded', {
      details: { available_minor: availableMinor },
    });
  return null;
}

/** Returns the refunded quantity of one order line, including the refund that is being made. */
function refundedQuantity(order: OrderRecord, body: CreateRefundBody, item: OrderLine): number {
  return [...order.refunds.flatMap((refund) => refund.lines), ...body.lines]
    .filter((line) => line.order_item_id === item.id)
    .reduce((sum, line) => sum + line.quantity, 0);
}

/**
 * Returns the quantities that a refund with restock returns to the stock, by variant. Variants that were deleted from
 * the catalogue after the sale are skipped.
 */
function returnedStock(world: World, order: OrderRecord, body: CreateRefundBody): Map<string, number> {
  const returned = new Map<string, number>();
  for (const line of body.lines) {
    const variantId = order.items.find((item) => item.id === line.order_item_id)?.variant_id;
    if (line.quantity > 0 && variantId && findVariant(world, order.store_id, variantId))
      returned.set(variantId, (returned.get(variantId) ?? 0) + line.quantity);
  }
  return returned;
}

function overflowOf(world: World, order: OrderRecord, returned: Map<string, number>): Refusal | null {
  const tooMuch = [...returned].some(([variantId, quantity]) => {
    const currentStock = findVariant(world, order.store_id, variantId)?.variant.stock ?? 0;
    return !Number.isSafeInteger(currentStock + quantity);
  });
  return tooMuch ? refuse('conflict', 'the stock cannot take this movement') : null;
}
