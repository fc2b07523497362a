import { listOrders, OrderListQuery, OrderListUrlQuery } from '@/lib/orders/list/list-orders.server';
import { parametersOf } from '@/lib/orders/list/order-list-filters';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of sales orders, as JSON. */
export const GET = readRoute(
  'read',
  async (context, request) =>
    listOrders(context, OrderListUrlQuery.parse(parametersOf(new URL(request.url).searchParams))),
  'orders:read',
);

/**
 * Returns one page of the sales orders that match a search. The search text can be a customer's phone or name, so it is
 * posted in the body and not in the URL. This request changes no data.
 */
export const POST = readRoute(
  'read',
  async (context, request) => {
    if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
    return listOrders(context, OrderListQuery.parse(await request.json().catch(() => null)));
  },
  'orders:read',
);
