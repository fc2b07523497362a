import { fillMessage, type MessageValues } from '@/lib/quotes/fill-message';
import { type BaseLocale, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';

/** Data of the quote and its customer that the message contains. */
export type SharedQuote = {
  number: string;
  /** Secret token in the quote's link. */
  token: string;
  customer: { name: string; phone: string };
  total: Money;
  /** Last day on which the quote is valid, in the store's time zone (YYYY-MM-DD). */
  until: string;
};

type MessageStore = { storeName: string; storeCountry: string | null };
type ValuesAt = { link: string; sharing: MessageStore; language: BaseLocale };

/** Returns the link of a quote in the given language of the acceptance page. */
export const quoteLink = (appUrl: string, token: string, language: BaseLocale) =>
  `${appUrl}/q/${token}${language === 'en' ? '?lang=en' : ''}`;

/** Returns the values of the placeholders in a message about a quote. */
export function messageValues(quote: SharedQuote, { link, sharing, language }: ValuesAt): MessageValues {
  const locale = intlLocale(language, sharing.storeCountry);
  const day = new Date(`${quote.until}T12:00:00Z`);
  return {
    link,
    store: sharing.storeName,
    number: quote.number,
    name: quote.customer.name,
    total: formatMoney(quote.total, locale),
    until: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day),
  };
}

/** Returns the complete message about a quote in the given language, made from the template. */
export function quoteMessage(
  quote: SharedQuote,
  sharing: MessageStore & { appUrl: string; template: Record<BaseLocale, string> },
  language: BaseLocale,
): string {
  const link = quoteLink(sharing.appUrl, quote.token, language);
  return fillMessage(sharing.template[language], messageValues(quote, { link, sharing, language }));
}
