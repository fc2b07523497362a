import { DiscountListQuery, listDiscounts } from '@/lib/discounts/list-discounts.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the list of discounts, as JSON. */
export const GET = readRoute(
  'read',
  async (context, request) =>
    listDiscounts(context, DiscountListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
  'discounts:read',
);
