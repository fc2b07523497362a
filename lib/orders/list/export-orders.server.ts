import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { csvHeader, type CsvWords, orderLines } from '@/lib/orders/list/order-csv';
import { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { arePublicFilters } from '@/lib/orders/list/order-list-url';
import type { OrderKey } from '@/lib/orders/list/order-key.server';
import { findCustomerOrders } from '@/lib/orders/list/find-customer-orders.server';
import { readHeaderPage, readHeaders } from '@/lib/orders/list/read-order-page.server';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { csvStream } from '@/lib/shared/sheets/csv-stream';
import { OrderId } from 'commerce-platform-client/contract/ids';
import type { Order } from 'commerce-platform-client/contract/orders';

/** Number of orders that an export keeps in memory at a time. The database needs about 20 ms to read them. */
const pageSize = 500;

/** Query of an order export: either the filters of the orders list, or order ids separated by commas. */
export const OrderExportQuery = OrderListFilters.extend({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(OrderId).max(bulkTargetsMax))
    .optional(),
});

/** Query of an order export in a URL. As in OrderListUrlQuery, a search that may be personal data is refused. */
export const OrderExportUrlQuery = OrderExportQuery.refine(arePublicFilters, {
  path: ['q'],
  message: 'must be posted',
});

type Export = {
  words: CsvWords;
  /** Signal that is aborted if the client stops reading, so that the export ends. */
  signal: AbortSignal;
};

/**
 * Returns the orders that match the filters, or the orders with the selected ids, as a stream of CSV text (csvStream).
 * The file contains no customers.
 */
export async function exportOrders(
  context: Source,
  { ids, ...filters }: z.output<typeof OrderExportQuery>,
  { words, signal }: Export,
): Promise<ReadableStream<Uint8Array>> {
  return csvStream({
    header: csvHeader(words),
    pages: ids ? oneByOne(context, ids) : pageByPage(context, filters),
    toLines: orderLines(words, context.store.timezone),
    signal,
  });
}

type Pages = AsyncGenerator<Order[], void, unknown>;
type Source = Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>;

async function* pageByPage(context: Source, filters: OrderListFilters): Pages {
  const { installId, db } = context;
  const { q } = filters;
  const ofCustomers = q ? await db.read((tx) => findCustomerOrders(tx, context, q)) : [];
  let after: OrderKey | undefined;
  do {
    const scope = { installId, mayKnow: false, ofCustomers, filters, after, limit: pageSize };
    const { orders, next } = await db.read((tx) => readHeaderPage(tx, scope));
    yield orders;
    after = next ?? undefined;
  } while (after);
}

async function* oneByOne({ installId, db }: Source, ids: readonly string[]): Pages {
  yield await db.read((tx) => readHeaders(tx, installId, [...new Set(ids)]));
}
