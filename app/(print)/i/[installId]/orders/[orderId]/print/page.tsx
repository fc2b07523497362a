import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { type GivenQuery, readPrintChoice } from '@/lib/orders/print/print-query';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { installPath } from '@/lib/shared/install-path';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { documentStore } from '@/app/(print)/i/[installId]/orders/document-store';
import { missingPhone } from '@/app/(print)/i/[installId]/orders/missing-phone';
import { PrintPage } from '@/app/(print)/i/[installId]/orders/print-page';
import { PrintedOrder } from '@/app/(print)/i/[installId]/orders/printed-order';
import { queryText } from '@/app/(print)/i/[installId]/orders/query-text';

type PrintOrderPageProps = {
  params: Promise<{ installId: string; orderId: string }>;
  searchParams: Promise<GivenQuery>;
};

/** Print page of one order: a packing slip, an invoice or a label. */
export default async function PrintOrderPage({ params, searchParams }: PrintOrderPageProps) {
  const orderId = decodeURIComponent((await params).orderId);
  const query = await searchParams;
  const path = `/orders/${encodeURIComponent(orderId)}/print${queryText(query)}`;
  const context = await openPage(params, 'see_personal_data', path);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  if (!context.scopes.has('orders:read')) return <OrdersForbidden />;
  const [read, store] = await readForPage(
    context,
    Promise.all([readOrder(context, orderId), documentStore(context)]),
  );
  if (read.code === 'not_found') notFound();
  const t = await getTranslations('print');
  const choice = readPrintChoice(query, context.storeLocale);
  const title = t(`title.${choice.kind}`, { number: read.view.order.order_number });
  return (
    <PrintPage
      title={title}
      back={{
        href: installPath(context.installId, `/orders/${encodeURIComponent(orderId)}`),
        label: t('backToOrder', { number: read.view.order.order_number }),
      }}
      choice={choice}
      missingPhone={missingPhone(context, store.contact)}
    >
      <PrintedOrder
        context={context}
        orderId={orderId}
        read={Promise.resolve(read)}
        store={store}
        choice={choice}
      />
    </PrintPage>
  );
}
