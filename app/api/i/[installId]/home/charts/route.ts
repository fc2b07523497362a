import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Sales by day, and how long orders wait for money and for shipping. */
export const GET = readRoute((context) => readOrderCharts(context), 'orders:read');
