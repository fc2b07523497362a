import { DiscountListQuery, listDiscounts } from '@/lib/discounts/list-discounts.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns a page of the discounts. */
export const GET = readRoute(
  async (context, request) =>
    listDiscounts(context, DiscountListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
  'discounts:read',
);
