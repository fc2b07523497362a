import { getTranslations } from 'next-intl/server';
import { csvColumns, type CsvWords } from '@/lib/orders/list/order-csv';
import { exportOrders, OrderExportQuery, OrderExportUrlQuery } from '@/lib/orders/list/export-orders.server';
import { parametersOf } from '@/lib/orders/list/order-list-filters';
import { knownSources } from '@/lib/orders/order-sources';
import { orderStatusTone, paymentStatusTone } from '@/lib/orders/order-status';
import { knownKey } from '@/lib/shared/known-key';
import type { AppLocale } from '@/lib/shared/locale';
import { dayOf } from '@/lib/shared/store-day';
import type { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer } from '@/app/api/i/[installId]/read-route';
import { exportRoute } from '@/app/api/i/[installId]/export-route';

/** Returns the orders that match the filters of the list, or the orders that the user selected, as a CSV file. */
export const GET = exportRoute(
  (context, request) =>
    csvResponse(context, request, OrderExportUrlQuery.parse(parametersOf(new URL(request.url).searchParams))),
  'orders:read',
);

/**
 * Returns the orders that match a search as a CSV file. The search text can be a customer's phone or name, so it is
 * posted in the body and not in the URL. This request changes no data.
 */
export const POST = exportRoute(async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  return csvResponse(context, request, OrderExportQuery.parse(await request.json().catch(() => null)));
}, 'orders:read');

async function csvResponse(
  context: InstallContext,
  request: Request,
  query: z.output<typeof OrderExportQuery>,
): Promise<Response> {
  const { locale, store } = context;
  const words = await wordsOf(locale);
  const csv = await exportOrders(context, query, { words, signal: request.signal });
  const day = dayOf(new Date(), store.timezone);
  const t = await getTranslations({ locale, namespace: 'export' });
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      // Clients without support for the parameter filename* (RFC 6266) use the plain file name.
      'content-disposition': `attachment; filename="orders-${day}.csv"; filename*=UTF-8''${encodeURIComponent(t('fileName', { day }))}`,
    },
  });
}

/** Refuses HEAD. Without this handler Next would run GET for a HEAD request and read data that nobody needs. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, POST' } });
}

async function wordsOf(locale: AppLocale): Promise<CsvWords> {
  const t = await getTranslations({ locale, namespace: 'export.columns' });
  const tStatus = await getTranslations({ locale, namespace: 'orderStatus' });
  const tPayment = await getTranslations({ locale, namespace: 'paymentStatus' });
  const tSource = await getTranslations({ locale, namespace: 'source' });
  const columns = csvColumns.map((column) => [column, t(column)]);
  return {
    columns: Object.fromEntries(columns) as CsvWords['columns'],
    status: (status) => {
      const known = knownKey(orderStatusTone, status);
      return known ? tStatus(known) : status;
    },
    payment: (status) => {
      const known = knownKey(paymentStatusTone, status);
      return known ? tPayment(known) : status;
    },
    source: (source) => {
      const known = knownKey(knownSources, source);
      return known ? tSource(known) : source;
    },
  };
}
