import { readOrderWork } from '@/lib/orders/charts/read-order-work.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns how many orders wait in each standard view of the orders list, as JSON. */
export const GET = readRoute('read', (context) => readOrderWork(context), 'orders:read');
