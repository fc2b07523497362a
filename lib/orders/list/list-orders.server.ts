import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readFreshness } from '@/lib/mirror/health/read-freshness.server';
import { cursorOf, keyOfCursor, type OrderKey } from '@/lib/orders/list/order-key.server';
import { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { isByTotal, usualSort } from '@/lib/orders/list/order-sort';
import { readCurrencies } from '@/lib/orders/list/read-currencies.server';
import type { OrderListView } from '@/lib/orders/order-view';
import { findCustomerOrders, mayKnowCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { readOrderPage } from '@/lib/orders/list/read-order-page.server';

const pageSize = 50;

/**
 * Schema of the query of the orders list. An invalid cursor is an error of the caller and is answered with 400. So is the
 * cursor of a list with another sort.
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
 * Returns one page of the orders list from the mirror (U1), in the sort of the filters. A page starts after the sort
 * key of the previous page and uses no offset. Orders are not counted.
 *
 * The work per page is limited. If only few of very many orders fit the filters, a page may be short or empty and still
 * have a nextCursor. An order whose number is exactly the search text comes first. Rows have customers, and a search
 * finds orders by customer, only if the role and the scopes of the install allow it (S35).
 */
export async function listOrders(
  context: Pick<InstallContext, 'installId' | 'db' | 'role' | 'scopes' | 'store'>,
  { cursor, ...filters }: z.output<typeof OrderListQuery>,
): Promise<OrderListView> {
  const { installId, db } = context;
  return db.transaction(async (tx) => {
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
