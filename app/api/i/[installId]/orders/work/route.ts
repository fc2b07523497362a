import { readOrderWork } from '@/lib/orders/charts/read-order-work.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns for each standard view of the orders list how many orders need work, as JSON. */
export const GET = readRoute('read', (context) => readOrderWork(context), 'orders:read');
