import { getTranslations } from 'next-intl/server';
import { addressRows } from '@/lib/orders/address-rows';
import type { OrderView } from '@/lib/orders/order-view';
import type { AppLocale } from '@/lib/shared/locale';
import type { DocumentStore } from './order-document';

type DocumentPartyProps = { order: OrderView['order']; store: DocumentStore; locale: AppLocale };

/** The customer and the address, as far as the scopes allow. A hidden value is shown as hidden, not as "none" (U10). */
export async function DocumentParty({ order, store, locale }: DocumentPartyProps) {
  const t = await getTranslations({ locale, namespace: 'print' });
  const { customer, shipping_address: address } = order;
  if (!customer && !address)
    return <p className="paper-note">{t(store.mayReadClients ? 'customerAway' : 'customerHidden')}</p>;
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const rows = address ? addressRows(address, store.vocabulary, locale) : [];
  return (
    <section className="paper-parties">
      {(name || customer?.phone) && (
        <div>
          <h3>{t('customer')}</h3>
          {name && (
            <p>
              <bdi>{name}</bdi>
            </p>
          )}
          {customer?.phone && (
            <p>
              <bdi dir="ltr">{customer.phone}</bdi>
            </p>
          )}
        </div>
      )}
      {rows.length > 0 && (
        <div>
          <h3>{t('address')}</h3>
          {rows.map(({ key, text }) => (
            <p key={key}>
              <bdi>{text}</bdi>
            </p>
          ))}
        </div>
      )}
    </section>
  );
}
