import { getTranslations } from 'next-intl/server';
import { type AddressVocabulary, addressRows } from '@/lib/orders/address-rows';
import type { OrderView } from '@/lib/orders/order-view';
import type { AppLocale } from '@/lib/shared/locale';
import type { StoreContact } from '@/lib/shared/messages/store-contact';

/** Store data that every printed document of a store uses. */
export type DocumentStore = {
  name: string;
  /** How customers reach the store. */
  contact: StoreContact;
  /** Country of the store (ISO 3166). The Arabic names of the months differ between countries. */
  country: string | null;
  /** IANA name of the store's time zone. The dates on a document are dates in this time zone. */
  timezone: string;
  /**
   * Code of the store's own currency. An exchange rate is the price of 1 unit of this currency in the currency of the
   * order.
   */
  currency: string;
  vocabulary: AddressVocabulary;
  /**
   * True if the app has the scope clients:read. The value decides the text of an order without the field `customer`. If
   * it is true, the text is that the customer could not be read. If it is false, the text is that the app may not see
   * the customer.
   */
  mayReadClients: boolean;
};

type DocumentPartyProps = { order: OrderView['order']; store: DocumentStore; locale: AppLocale };

/**
 * Customer and address on a printed document, as far as the app's scopes (permissions) allow. A hidden value is printed
 * as hidden, never as "none" (U10).
 */
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
