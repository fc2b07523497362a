import { CashListQuery, readCashPage } from '@/lib/cash/list-cash-orders.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the orders of the cash notebook (the app's records about the cash of orders). */
export const GET = readRoute('see_cash', async (context, request) =>
  readCashPage(context, CashListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
);
