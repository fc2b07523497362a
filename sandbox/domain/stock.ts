import { bumpsUpdatedAt } from 'commerce-platform-client/assumptions';
import type { Context } from './context';
import { recordEffect } from './context';
import { emit } from './events';
import { findVariant } from './catalogue';

/**
 * Records a stock movement of a variant and updates the variant's stock (platform: Inventory). The updated_at of the
 * product is set to the current time as well (A24).
 */
export function moveStock(
  context: Context,
  storeId: string,
  variantId: string,
  delta: number,
  reason: string,
  extra: { locationId?: string; note?: string | undefined } = {},
): void {
  const { world } = context;
  const found = findVariant(world, storeId, variantId);
  const locationId = extra.locationId ?? world.stores.need(storeId).location_ids[0];
  if (!found || !locationId) throw new Error(`no stock is kept for ${variantId}`);
  const stockAfter = found.variant.stock + delta;
  const counters = world.counters.need(storeId);
  world.counters.put({ ...counters, movement: counters.movement + 1 });
  world.products.put({
    ...found.product,
    updated_at: bumpsUpdatedAt.movement ? world.now() : found.product.updated_at,
    variants: found.product.variants.map((row) =>
      row.id === variantId ? { ...row, stock: stockAfter } : row,
    ),
  });
  const movement = world.movements.put({
    id: world.newId('mov'),
    store_id: storeId,
    sequence: counters.movement + 1,
    variant_id: variantId,
    location_id: locationId,
    delta,
    stock_after: stockAfter,
    reason,
    ...(extra.note !== undefined && { note: extra.note }),
    created_at: world.now(),
  });
  recordEffect(context, 'inventory.movement_created', movement.id);
  emit(context, storeId, 'inventory.movement_created', {
    movement_id: movement.id,
    variant_id: variantId,
    location_id: locationId,
    delta,
    stock_after: stockAfter,
    reason,
  });
}
