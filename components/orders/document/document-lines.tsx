import { getTranslations } from 'next-intl/server';
import type { OrderView } from '@/lib/orders/order-view';
import { findLinesToPack } from '@/lib/orders/order/fulfillment/find-lines-to-pack';
import type { AppLocale } from '@/lib/shared/locale';
import { DocumentAmount } from './document-totals';

type DocumentLinesProps = { order: OrderView['order']; locale: AppLocale; hasPrices: boolean };

/**
 * Table of the order lines on a printed document. Without prices (a packing slip), each line has a box to tick while
 * packing, and the pieces of earlier parcels are left out.
 */
export async function DocumentLines({ order, locale, hasPrices }: DocumentLinesProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  const { items, sent } = hasPrices ? { items: order.items, sent: 0 } : findLinesToPack(order);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            {hasPrices && <th scope="col">{t('price')}</th>}
            <th scope="col">{t(hasPrices ? 'lineTotal' : 'packed')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <bdi>{item.name}</bdi>
              </th>
              <td>
                <bdi>{item.quantity}</bdi>
              </td>
              {hasPrices && (
                <td>
                  <DocumentAmount money={item.unit_price} locale={locale} />
                </td>
              )}
              <td>
                {hasPrices ? (
                  <DocumentAmount money={item.total} locale={locale} />
                ) : (
                  <span className="paper-box" aria-hidden />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="paper-count">
        {t('pieces', { count: pieces })}
        {sent > 0 && `. ${t('alreadySent', { count: sent })}`}
      </p>
    </>
  );
}
