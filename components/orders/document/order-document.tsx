import { getFormatter, getTranslations } from 'next-intl/server';
import type { AddressVocabulary } from '@/lib/orders/address-rows';
import type { OrderView } from '@/lib/orders/order-view';
import type { PrintChoice } from '@/lib/orders/print/print-path';
import { type AppLocale, directionOf } from '@/lib/shared/locale';
import { DocumentLines } from './document-lines';
import { DocumentParty } from './document-party';
import { DocumentTotals } from './document-totals';

/** What every document of a store has in common. */
export type DocumentStore = {
  name: string;
  /** IANA name: the day that stands on the paper. */
  timezone: string;
  /** Code of the store's own currency: what one unit of an exchange rate is. */
  currency: string;
  vocabulary: AddressVocabulary;
  /** Held clients:read: an absent customer is then one that could not be read, not one that is hidden. */
  mayReadClients: boolean;
};

type OrderDocumentProps = {
  view: OrderView;
  store: DocumentStore;
  locale: AppLocale;
  choice: Pick<PrintChoice, 'kind' | 'paper'>;
};

/**
 * One order on paper in one language. A packing slip has no prices: it lies in the parcel. The note is not on it: it
 * may be the staff's own.
 */
export async function OrderDocument({ view, store, locale, choice }: OrderDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  const format = await getFormatter({ locale });
  const { order } = view;
  return (
    <article
      className="paper"
      data-paper={choice.paper}
      data-kind={choice.kind}
      lang={locale}
      dir={directionOf(locale)}
    >
      <header className="paper-head">
        <p className="paper-store">
          <bdi>{store.name}</bdi>
        </p>
        <div>
          <h2>{t(`kind.${choice.kind}`)}</h2>
          <p>
            {t.rich('order', {
              number: () => (
                <b key="number">
                  <bdi>{order.order_number}</bdi>
                </b>
              ),
            })}
          </p>
          <p>
            <time dateTime={order.created_at}>
              {format.dateTime(new Date(order.created_at), { dateStyle: 'long', timeZone: store.timezone })}
            </time>
          </p>
        </div>
      </header>
      {view.stale && <p className="paper-note">{t('stale')}</p>}
      <DocumentParty order={order} store={store} locale={locale} />
      <DocumentLines order={order} locale={locale} hasPrices={choice.kind === 'invoice'} />
      {choice.kind === 'invoice' && (
        <DocumentTotals
          order={order}
          paymentMethod={view.paymentMethod}
          storeCurrency={store.currency}
          locale={locale}
        />
      )}
    </article>
  );
}
