import { getTranslations } from 'next-intl/server';
import { type AddressVocabulary, addressRows } from '@/lib/orders/address-rows';
import type { OrderView } from '@/lib/orders/order-view';
import type { AppLocale } from '@/lib/shared/locale';

/** Store data that every document of a store uses. */
export type DocumentStore = {
  name: string;
  /** IANA time zone name. It decides which date is printed on the document. */
  timezone: string;
  /** Code of the store's own currency. An exchange rate is the value of one unit of it. */
  currency: string;
  vocabulary: AddressVocabulary;
  /** True if the app has clients:read. An absent customer then could not be read; it is not hidden. */
  mayReadClients: boolean;
};

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
