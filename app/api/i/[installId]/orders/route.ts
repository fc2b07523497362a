import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { parametersOf } from '@/lib/orders/list/order-list-filters';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of sales orders, as JSON. */
export const GET = readRoute(
  'read',
  async (context, request) =>
    listOrders(context, OrderListQuery.parse(parametersOf(new URL(request.url).searchParams))),
  'orders:read',
);
