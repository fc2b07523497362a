import { readDayUrl } from '@/lib/cash/day/day-url';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns a store day: its figures and its record. */
export const GET = readRoute('see_cash', async (context, request) =>
  readCashDay(context, readDayUrl(new URL(request.url).searchParams).day),
);
