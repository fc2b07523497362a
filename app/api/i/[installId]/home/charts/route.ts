import { z } from 'zod';
import { chartPeriods } from '@/lib/shared/chart-periods';
import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Query of the request. `days` is the number of days that the chart shows. The default is the shortest of the possible
 * periods.
 */
const Query = z.object({ days: z.coerce.number().pipe(z.literal(chartPeriods)).default(chartPeriods[0]) });

/** Returns the data of the chart on the home screen: the sales of each day. */
export const GET = readRoute(
  'read',
  async (context, request) => {
    const { days } = Query.parse(Object.fromEntries(new URL(request.url).searchParams));
    return readOrderCharts(context, days);
  },
  'orders:read',
);
