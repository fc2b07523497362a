import { readOrder } from '@/lib/orders/order/read-order.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one sales order, read from the platform for this request. */
export const GET = readRoute<{ installId: string; orderId: string }>(
  'read',
  async (context, _request, { orderId }) => {
    const found = await readOrder(context, orderId);
    return found.code === 'found' ? found.view : answer(404, 'not_found');
  },
  'orders:read',
);
