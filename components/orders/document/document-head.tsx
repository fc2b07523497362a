import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DocumentSeller } from '@/components/ui/text/document-seller';
import type { AppLocale } from '@/lib/shared/locale';
import type { PrintChoice } from '@/lib/shared/orders/print-path';
import type { DocumentStore } from './document-party';

type DocumentHeadProps = {
  store: DocumentStore;
  kind: PrintChoice['kind'];
  orderNumber: string;
  locale: AppLocale;
  /** Further lines below the order number. */
  children: ReactNode;
};

/** Top of a printed document of an order: the store, the kind of the document and the order number. */
export async function DocumentHead({ store, kind, orderNumber, locale, children }: DocumentHeadProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  return (
    <header className="paper-head">
      <DocumentSeller name={store.name} contact={store.contact} />
      <div>
        <h2>{t(`kind.${kind}`)}</h2>
        <p>
          {t.rich('order', {
            number: () => (
              <b key="number">
                <bdi>{orderNumber}</bdi>
              </b>
            ),
          })}
        </p>
        {children}
      </div>
    </header>
  );
}
