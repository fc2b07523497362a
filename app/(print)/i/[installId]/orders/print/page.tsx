import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { Banner } from '@/components/ui/feedback/banner';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { printedOrdersMax } from '@/lib/shared/orders/print-path';
import { type GivenQuery, readPrintChoice, readPrintIds } from '@/lib/orders/print/print-query';
import { readOneByOne } from '@/lib/orders/print/read-one-by-one.server';
import { installPath } from '@/lib/shared/install-path';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { documentStore } from '@/app/(print)/i/[installId]/orders/document-store';
import { missingPhone } from '@/app/(print)/i/[installId]/orders/missing-phone';
import { PrintPage } from '@/app/(print)/i/[installId]/orders/print-page';
import { PrintedOrder } from '@/app/(print)/i/[installId]/orders/printed-order';
import { queryText } from '@/app/(print)/i/[installId]/orders/query-text';

type PrintOrdersPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<GivenQuery>;
};

/**
 * Print page of several orders (?ids=a,b,c). The orders are read one by one, and each appears as soon as it is read.
 * The print button works when all orders are on the page.
 */
export default async function PrintOrdersPage({ params, searchParams }: PrintOrdersPageProps) {
  const query = await searchParams;
  const context = await openPage(params, 'see_personal_data', `/orders/print${queryText(query)}`);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  if (!context.scopes.has('orders:read')) return <OrdersForbidden />;
  const store = await readForPage(context, documentStore(context));
  const t = await getTranslations('print');
  const choice = readPrintChoice(query, context.storeLocale);
  const { orderIds, leftOut } = readPrintIds(query);
  const reads = readOneByOne(context, orderIds);
  return (
    <PrintPage
      title={t('several', { count: orderIds.length })}
      back={{ href: installPath(context.installId, '/orders'), label: t('backToOrders') }}
      choice={choice}
      ids={orderIds.join(',')}
      missingPhone={missingPhone(context, store.contact)}
    >
      {leftOut > 0 && (
        <div data-screen-only className="mx-auto mt-4 max-w-4xl">
          <Banner tone="warn" title={t('leftOut', { count: leftOut, max: printedOrdersMax })} />
        </div>
      )}
      {orderIds.map((orderId, index) => (
        <Suspense
          key={orderId}
          fallback={
            <p role="status" className="paper" data-paper={choice.paper}>
              {t('reading')}
            </p>
          }
        >
          <PrintedOrder
            context={context}
            orderId={orderId}
            read={reads[index] ?? Promise.resolve({ code: 'not_found' })}
            store={store}
            choice={choice}
          />
        </Suspense>
      ))}
    </PrintPage>
  );
}
