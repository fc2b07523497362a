import { getTranslations } from 'next-intl/server';
import type { Money } from '@/lib/shared/numbers/money';
import type { OrderView } from '@/lib/orders/order-view';
import { findLinesToPack } from '@/lib/orders/order/fulfillment/find-lines-to-pack';
import { type AppLocale, directionOf } from '@/lib/shared/locale';
import type { PrintChoice } from '@/lib/shared/orders/print-path';
import { DocumentHead } from './document-head';
import { DocumentParty, type DocumentStore } from './document-party';
import { DocumentAmount } from './document-totals';

type LabelDocumentProps = {
  view: OrderView;
  store: DocumentStore;
  /** What the carrier collects. `ask`: the amount is not certain, so the carrier must ask the store. */
  collect:
    | { code: 'collect'; due: Money }
    | { code: 'nothing' }
    | { code: 'ask'; why: 'part' | 'delivered' | 'unknown' };
  locale: AppLocale;
  paper: PrintChoice['paper'];
};

/**
 * Label of a parcel for the carrier, in one language: who sends it, who receives it, and the amount to collect. It has
 * no items and no prices, because everyone who carries the parcel sees it.
 */
export async function LabelDocument({ view, store, collect, locale, paper }: LabelDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  const { order } = view;
  const isPart = collect.code === 'ask' && collect.why === 'part';
  const pieces = findLinesToPack(order).items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article className="paper" data-paper={paper} data-kind="label" lang={locale} dir={directionOf(locale)}>
      <DocumentHead store={store} kind="label" orderNumber={order.order_number} locale={locale}>
        {/* With several parcels, it is not known which pieces are in this one. */}
        {!isPart && <p>{t('pieces', { count: pieces })}</p>}
      </DocumentHead>
      {order.status === 'cancelled' && <p className="paper-note">{t('cancelled')}</p>}
      {order.status === 'returned' && <p className="paper-note">{t('returned')}</p>}
      {view.stale && <p className="paper-note">{t('stale')}</p>}
      <DocumentParty order={order} store={store} locale={locale} />
      <p className="paper-collect" data-collect={collect.code}>
        {collect.code === 'collect' ? (
          <>
            {t('collect')}{' '}
            <b>
              <DocumentAmount money={collect.due} locale={locale} />
            </b>
          </>
        ) : collect.code === 'ask' ? (
          t(`askStore.${collect.why}`)
        ) : (
          t('nothingToCollect')
        )}
      </p>
    </article>
  );
}
