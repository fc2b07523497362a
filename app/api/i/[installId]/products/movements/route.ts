import { listMovements, MovementListQuery } from '@/lib/inventory/list-movements.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of stock movements of a product variant. */
export const GET = readRoute(
  'read',
  async (context, request) =>
    listMovements(context, MovementListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
  'inventory:read',
);
