import type { z } from 'zod';
import type { Page } from 'commerce-platform-client/contract/common';
import type { Discount } from 'commerce-platform-client/contract/discounts';
import type { DiscountRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { type PageRequest, pageOfRows } from './list-pages';
import { moneyOf } from './money-of';
import { type Refusal, refuseFields } from './refusal';

/**
 * Converts a discount record to the discount of the API (platform: Discount). The amount is in the store's pricing
 * currency.
 */
export function projectDiscount(world: World, row: DiscountRecord): z.input<typeof Discount> {
  const { store_id, amount_minor, ...shown } = row;
  const { currency } = world.stores.need(store_id);
  return { ...shown, amount: amount_minor === null ? null : moneyOf(amount_minor, currency) };
}

/** Handles GET /discounts: returns one page of the list (DIS-1), or a 400 refusal for a malformed cursor. */
export function listDiscounts(
  world: World,
  storeId: string,
  query: PageRequest,
): Page<z.input<typeof Discount>> | Refusal {
  const page = pageOfRows(world.discounts.inStore(storeId), query, () => true);
  if (!page) return refuseFields(400, [{ path: 'cursor', message: 'malformed' }]);
  return { data: page.rows.map((row) => projectDiscount(world, row)), next_cursor: page.nextCursor };
}
