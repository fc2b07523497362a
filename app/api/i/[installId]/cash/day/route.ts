import { readDayUrl } from '@/lib/cash/day/day-url';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the figures of a store day in the cash notebook (the app's records about the cash of orders), and the record
 * of that day.
 */
export const GET = readRoute('see_cash', async (context, request) =>
  readCashDay(context, readDayUrl(new URL(request.url).searchParams).day),
);
