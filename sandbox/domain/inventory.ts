import type { z } from 'zod';
import type { Page } from 'commerce-platform-client/contract/common';
import type { CreateMovementBody, Movement } from 'commerce-platform-client/contract/inventory';
import type { MovementRecord, StoreRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { findVariant } from './catalogue';
import type { Context } from './context';
import { type PageRequest, pageOfRows } from './list-pages';
import { type Refusal, refuse, refuseFields } from './refusal';
import { moveStock } from './stock';

/**
 * Converts a stock movement to the movement of the API (platform: Movement). The note that an app sent with the
 * movement is left out.
 */
export function projectMovement(row: MovementRecord): z.input<typeof Movement> {
  return {
    id: row.id,
    sequence: row.sequence,
    variant_id: row.variant_id,
    location_id: row.location_id,
    delta: row.delta,
    stock_after: row.stock_after,
    reason: row.reason,
    occurred_at: row.created_at,
  };
}

/** Handles GET /inventory/movements: returns one page of the list (INV-1), or a 400 refusal for a malformed cursor. */
export function listMovements(
  world: World,
  storeId: string,
  query: PageRequest,
): Page<z.input<typeof Movement>> | Refusal {
  const page = pageOfRows(world.movements.inStore(storeId), query, () => true);
  if (!page) return refuseFields(400, [{ path: 'cursor', message: 'malformed' }]);
  return { data: page.rows.map(projectMovement), next_cursor: page.nextCursor };
}

/**
 * Handles POST /inventory/movements (INV-2). Refuses with 404 if the variant or location belongs to another store.
 * Refuses with 409 if the stock policy forbids stock below zero. The response has no body, because the platform returns
 * stock only in responses to GET.
 */
export function appendMovement(
  context: Context,
  store: StoreRecord,
  body: CreateMovementBody,
): Refusal | undefined {
  const found = findVariant(context.world, store.id, body.variant_id);
  if (!found || !store.location_ids.includes(body.location_id))
    return refuse('not_found', 'no such variant or location in this store');
  const after = found.variant.stock + body.delta;
  const short = body.delta < 0 && after < 0 && found.variant.stock_policy === 'deny';
  if (short || !Number.isSafeInteger(after)) return refuse('conflict', 'the stock cannot take this movement');
  moveStock(context, store.id, body.variant_id, body.delta, body.reason, {
    locationId: body.location_id,
    note: body.note ?? undefined,
  });
  return undefined;
}
