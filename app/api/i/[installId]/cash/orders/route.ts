import { CashListQuery, readCashPage } from '@/lib/cash/list-cash-orders.server';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Query parameters of the GET request. They have no search text `q`, because a user may type a phone number there. */
const UrlQuery = CashListQuery.omit({ q: true });

/** Returns one page of the orders of the cash notebook (the app's records about the cash of orders). */
export const GET = readRoute('see_cash', async (context, request) =>
  readCashPage(context, UrlQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
);

/**
 * Returns the orders of the cash notebook with an order number or a tracking number. The number is posted in the body,
 * because a URL must not contain a phone number (S8). This request changes no data.
 */
export const POST = readRoute('see_cash', async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  return readCashPage(context, CashListQuery.parse(await request.json().catch(() => null)));
});
