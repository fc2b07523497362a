import { getTranslations } from 'next-intl/server';
import type { DocumentStore } from '@/components/orders/document/document-party';
import { OrderDocument } from '@/components/orders/document/order-document';
import { type PrintChoice, printedLocales } from '@/lib/shared/orders/print-path';
import type { PrintRead } from '@/lib/orders/print/read-one-by-one.server';

type PrintedOrderProps = {
  orderId: string;
  read: Promise<PrintRead>;
  store: DocumentStore;
  choice: PrintChoice;
};

/**
 * Renders one order for printing, once in each requested language. If the order cannot be read, an error message is
 * shown in its place.
 */
export async function PrintedOrder({ orderId, read, store, choice }: PrintedOrderProps) {
  const t = await getTranslations('print.problem');
  const result = await read;
  if (result.code === 'found')
    return printedLocales(choice.lang).map((locale) => (
      <OrderDocument key={locale} view={result.view} store={store} locale={locale} choice={choice} />
    ));
  return (
    <article className="paper" data-paper={choice.paper} data-problem={result.code}>
      <p role="alert">{t.rich(result.code, { id: () => <bdi key="id">{orderId}</bdi> })}</p>
    </article>
  );
}
