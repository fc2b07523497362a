import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the data of the charts on the home screen: sales by day, and how long orders wait for payment and for
 * shipping.
 */
export const GET = readRoute('read', (context) => readOrderCharts(context), 'orders:read');
