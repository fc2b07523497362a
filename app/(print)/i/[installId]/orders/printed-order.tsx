import { getTranslations } from 'next-intl/server';
import type { DocumentStore } from '@/components/orders/document/document-party';
import { LabelDocument } from '@/components/orders/document/label-document';
import { OrderDocument } from '@/components/orders/document/order-document';
import { readCollectAmount } from '@/lib/deliveries/read-collect-amount.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type PrintChoice, printedLocales } from '@/lib/shared/orders/print-path';
import type { PrintRead } from '@/lib/orders/print/read-one-by-one.server';

type PrintedOrderProps = {
  context: InstallContext;
  orderId: string;
  read: Promise<PrintRead>;
  store: DocumentStore;
  choice: PrintChoice;
};

/**
 * Renders one order for printing, once in each requested language. If the order cannot be read, an error message is
 * shown in its place.
 */
export async function PrintedOrder({ context, orderId, read, store, choice }: PrintedOrderProps) {
  const t = await getTranslations('print.problem');
  const { kind, lang, paper } = choice;
  const result = await read;
  if (result.code === 'found') {
    const { view } = result;
    if (kind !== 'label')
      return printedLocales(lang).map((locale) => (
        <OrderDocument key={locale} view={view} store={store} locale={locale} choice={{ kind, paper }} />
      ));
    const collect = await readCollectAmount(context, view);
    return printedLocales(lang).map((locale) => (
      <LabelDocument key={locale} view={view} store={store} collect={collect} locale={locale} paper={paper} />
    ));
  }
  return (
    <article className="paper" data-paper={paper} data-problem={result.code}>
      <p role="alert">{t.rich(result.code, { id: () => <bdi key="id">{orderId}</bdi> })}</p>
    </article>
  );
}
