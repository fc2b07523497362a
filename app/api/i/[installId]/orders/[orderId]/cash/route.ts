import { readOrderCash } from '@/lib/cash/read-order-cash.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the cash of one order from the cash notebook; `cash` is null if the order is not in the notebook. */
export const GET = readRoute<{ installId: string; orderId: string }>(
  'see_cash',
  async (context, _request, { orderId }) => ({
    cash: await readOrderCash(context, decodeURIComponent(orderId)),
  }),
);
