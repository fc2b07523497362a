import { findOrders, FoundOrdersQuery } from '@/lib/orders/list/find-orders.server';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the orders that the command palette finds for a search text. The text can be a customer's phone or name, so it
 * is posted in the body and not in the URL. This request changes no data.
 */
export const POST = readRoute(
  'read',
  async (context, request) => {
    if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
    return findOrders(context, FoundOrdersQuery.parse(await request.json().catch(() => null)));
  },
  'orders:read',
);
