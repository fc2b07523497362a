import type { z } from 'zod';
import type { Order, OrderListQuery } from 'commerce-platform-client/contract/orders';
import type { OrderFilter } from '@/sandbox/world/order-table';
import type { InstallRecord, OrderRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import { instantOf, pageOfRows } from '@/sandbox/domain/list-pages';
import { projectOrder } from './order-answers';
import { type Refusal, refuseFields } from '@/sandbox/domain/refusal';
import type { Variation } from '@/sandbox/domain/variation';

type Query = z.output<typeof OrderListQuery> & { sort?: Variation['sort'] };

/**
 * Handles GET /orders: returns one page of the filtered list (LIST-1 to LIST-3), or a 400 refusal for a malformed
 * cursor.
 */
export function listOrders(
  world: World,
  install: InstallRecord,
  query: Query,
): { data: z.input<typeof Order>[]; next_cursor: string | null } | Refusal {
  const orders = world.orders.inStore(install.store_id);
  const page = pageOfRows(orders, query, filterOf(query), orders.mayMatch(placesOf(query)));
  if (!page) return refuseFields(400, [{ path: 'cursor', message: 'malformed' }]);
  return { data: page.rows.map(projectOrder), next_cursor: page.nextCursor };
}

function filterOf(query: Query): (row: OrderRecord) => boolean {
  const createdMin = query.created_at_min === undefined ? null : instantOf(query.created_at_min);
  const updatedMin = query.updated_at_min === undefined ? null : instantOf(query.updated_at_min);
  const tag = query.tag?.toLowerCase();
  return (row) =>
    (query.status === undefined || row.status === query.status) &&
    (createdMin === null || row.created_at >= createdMin) &&
    (updatedMin === null || row.updated_at >= updatedMin) &&
    (tag === undefined || row.tags.some((rowTag) => rowTag.toLowerCase() === tag));
}

/**
 * Converts the filters of a request to filters of the order table. The table uses them to skip orders before it
 * generates their data.
 */
function placesOf(query: Query): OrderFilter {
  return {
    status: query.status,
    tag: query.tag?.toLowerCase(),
    createdMinMs: query.created_at_min === undefined ? null : Date.parse(query.created_at_min),
    updatedMinMs: query.updated_at_min === undefined ? null : Date.parse(query.updated_at_min),
  };
}
