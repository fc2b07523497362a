import { getFormatter, getTranslations } from 'next-intl/server';
import { DocumentFooter } from '@/components/ui/text/document-seller';
import type { OrderView } from '@/lib/orders/order-view';
import type { PrintChoice } from '@/lib/shared/orders/print-path';
import { type AppLocale, directionOf, intlLocale } from '@/lib/shared/locale';
import { DocumentHead } from './document-head';
import { DocumentLines } from './document-lines';
import { DocumentParty, type DocumentStore } from './document-party';
import { DocumentTotals } from './document-totals';

type OrderDocumentProps = {
  view: OrderView;
  store: DocumentStore;
  locale: AppLocale;
  choice: { kind: Exclude<PrintChoice['kind'], 'label'>; paper: PrintChoice['paper'] };
};

/**
 * One sales order, printed in one language. A packing slip has no prices, because it is inside the parcel. The note is
 * not printed, because it may be only for the staff.
 */
export async function OrderDocument({ view, store, locale, choice }: OrderDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  const format = await getFormatter({ locale: intlLocale(locale, store.country) });
  const { order } = view;
  return (
    <article
      className="paper"
      data-paper={choice.paper}
      data-kind={choice.kind}
      lang={locale}
      dir={directionOf(locale)}
    >
      <DocumentHead store={store} kind={choice.kind} orderNumber={order.order_number} locale={locale}>
        <p>
          <time dateTime={order.created_at}>
            {format.dateTime(new Date(order.created_at), { dateStyle: 'long', timeZone: store.timezone })}
          </time>
        </p>
      </DocumentHead>
      {order.status === 'cancelled' && <p className="paper-note">{t('cancelled')}</p>}
      {view.stale && <p className="paper-note">{t('stale')}</p>}
      <DocumentParty order={order} store={store} locale={locale} />
      <DocumentLines order={order} locale={locale} hasPrices={choice.kind === 'invoice'} />
      {choice.kind === 'invoice' && (
        <DocumentTotals
          order={order}
          paymentMethod={view.paymentMethod}
          discountReason={view.terms.discountReason}
          storeCurrency={store.currency}
          locale={locale}
        />
      )}
      <DocumentFooter contact={store.contact} />
    </article>
  );
}
