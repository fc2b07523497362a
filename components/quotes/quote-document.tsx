import { getFormatter, getTranslations } from 'next-intl/server';
import { DocumentFooter, DocumentSeller } from '@/components/ui/text/document-seller';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import type { ShownContent } from '@/lib/quotes/quote-view';
import { openStates, type QuoteState } from '@/lib/quotes/quote-state';
import { type AppLocale, baseLocale, directionOf, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { QuoteDocumentTotals } from './quote-document-totals';

/** Quote with the data that its printed document shows. */
export type PrintedQuote = {
  number: string;
  version: number;
  state: QuoteState;
  content: ShownContent;
  /** Time at which the version was sent (RFC 3339). It is the date of issue. */
  sentAt: string;
};

type QuoteDocumentProps = {
  quote: PrintedQuote;
  /** How customers reach the store. */
  contact: StoreContact;
  locale: AppLocale;
  /** Country of the store (ISO 3166). The Arabic names of the months differ between countries. */
  country: string;
  paper: 'a4' | '80mm';
};

/**
 * One printed quote in one language, as the customer reads it. The note is not printed, because only the store may see
 * it.
 */
export async function QuoteDocument({ quote, contact, locale, country, paper }: QuoteDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'quotes.document' });
  const format = await getFormatter({ locale: intlLocale(locale, country) });
  const { number, version, state, content, sentAt } = quote;
  const { order, decimals } = content;
  const day = new Date(`${content.validUntil}T12:00:00Z`);
  const amount = (amountMinor: number) => {
    const money: Money = { amount_minor: amountMinor, currency: order.currency, decimals };
    return <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
  };
  return (
    // The layout of an invoice is used for the quote, because both have the same columns. On an 80 mm paper roll, this
    // layout hides the column of the unit price.
    <article className="paper" data-paper={paper} data-kind="invoice" lang={locale} dir={directionOf(locale)}>
      <header className="paper-head">
        <DocumentSeller name={content.store.name} contact={contact} />
        <div>
          <h2>{t.rich('number', { number: () => <bdi key="number">{number}</bdi> })}</h2>
          {version > 1 && <p>{t('version', { version })}</p>}
          <p>
            {t.rich('issued', {
              day: () => (
                <time key="day" dateTime={sentAt}>
                  {format.dateTime(new Date(sentAt), {
                    dateStyle: 'long',
                    timeZone: content.store.timeZone,
                  })}
                </time>
              ),
            })}
          </p>
          <p>
            {t.rich('validUntil', {
              day: () => (
                <time key="day" dateTime={content.validUntil}>
                  {format.dateTime(day, { dateStyle: 'long', timeZone: 'UTC' })}
                </time>
              ),
            })}
          </p>
        </div>
      </header>
      {!openStates.includes(state) && <p className="paper-note">{t('notOpen')}</p>}
      <Party content={content} locale={locale} />
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('price')}</th>
            <th scope="col">{t('lineTotal')}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{item.name}</bdi>
              </th>
              <td>
                <bdi>{item.quantity}</bdi>
              </td>
              <td>{amount(item.unit_price_minor)}</td>
              <td>{amount(item.quantity * item.unit_price_minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <QuoteDocumentTotals content={content} locale={locale} />
      <DocumentFooter contact={contact} />
    </article>
  );
}

async function Party({ content, locale }: { content: ShownContent; locale: AppLocale }) {
  const t = await getTranslations({ locale, namespace: 'quotes.document' });
  const { customer, shipping_address: address } = content.order;
  const lines = address
    ? [
        address.address,
        address.city,
        content.province?.[baseLocale(locale)] ?? address.province,
        address.notes,
      ]
    : [];
  return (
    <section className="paper-parties">
      <div>
        <h3>{t('customer')}</h3>
        <p>
          <bdi>{customer?.name}</bdi>
        </p>
        <p>
          <bdi dir="ltr">{customer?.phone}</bdi>
        </p>
      </div>
      <div>
        <h3>{t(address ? 'delivery' : 'pickup')}</h3>
        {lines.filter(Boolean).map((line) => (
          <p key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
      </div>
    </section>
  );
}
