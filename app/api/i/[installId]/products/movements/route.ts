import { listMovements, MovementListQuery } from '@/lib/inventory/list-movements.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns a page of the stock movements of one variant. */
export const GET = readRoute(
  async (context, request) =>
    listMovements(context, MovementListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
  'inventory:read',
);
