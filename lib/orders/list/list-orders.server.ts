import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { cursorOf, keyOfCursor, type OrderKey } from '@/lib/orders/list/order-key.server';
import { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { arePublicFilters } from '@/lib/orders/list/order-list-url';
import { isByTotal, usualSort } from '@/lib/orders/list/order-sort';
import { readCurrencies } from '@/lib/orders/list/read-currencies.server';
import type { OrderListView } from '@/lib/orders/order-view';
import { findCustomerOrders, mayKnowCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { readOrderPage } from '@/lib/orders/list/read-order-page.server';

const pageSize = 50;

/**
 * Query of the orders list. If the cursor is invalid or comes from a list with another sort order, the request is
 * refused with 400.
 */
export const OrderListQuery = OrderListFilters.extend({
  cursor: z
    .string()
    .max(1_000)
    .transform((text, context): OrderKey => {
      const key = keyOfCursor(text);
      if (key) return key;
      context.addIssue({ code: 'custom', message: 'not a cursor' });
      return z.NEVER;
    })
    .optional(),
}).refine(({ cursor, sort = usualSort }) => !cursor || cursor.sort === sort, {
  path: ['cursor'],
  message: 'belongs to another sort',
});

/**
 * Query of the orders list in a URL. A search text that may be personal data must be posted, so the request is refused
 * with 400 (S8).
 */
export const OrderListUrlQuery = OrderListQuery.refine(arePublicFilters, {
  path: ['q'],
  message: 'must be posted',
});

/**
 * Returns one page of the orders list from the mirror (our copy of the platform's data) (U1), in the sort order of the
 * filters. A page starts after the sort key of the previous page, without an offset. The total number of orders is not
 * counted.
 *
 * The work per page is limited. If only a few of very many orders match the filters, a page may be short or empty and
 * still have a nextCursor. An order whose number is exactly the search text is first. Customers are shown and searched
 * only if the user's role and the scopes of the app allow it (S35).
 */
export async function listOrders(
  context: Pick<InstallContext, 'installId' | 'db' | 'role' | 'scopes' | 'store'>,
  { cursor, ...filters }: z.output<typeof OrderListQuery>,
): Promise<OrderListView> {
  const { installId, db } = context;
  return db.read(async (tx) => {
    const ofCustomers = await findCustomerOrders(tx, context, filters.q);
    const mayKnow = mayKnowCustomers(context);
    const scope = { installId, mayKnow, ofCustomers, filters, after: cursor, limit: pageSize };
    const { rows, next } = await readOrderPage(tx, scope);
    const { sort = usualSort } = filters;
    return {
      rows,
      nextCursor: next && cursorOf(next),
      freshness: await readFreshness(tx, installId),
      currencies: isByTotal(sort) ? await readCurrencies(tx, installId, sort) : [],
    };
  });
}
