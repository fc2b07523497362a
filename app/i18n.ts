import { getRequestConfig } from 'next-intl/server';
import { withArabicDigits } from '@/lib/shared/numbers/arabic-digits';
import { appLocale, digitsOf, intlLocale } from '@/lib/shared/locale';
import { readerLocale } from '@/app/reader';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const messages = { ar: { latn: ar, arab: withArabicDigits(ar) }, en: { latn: en, arab: en } };

/**
 * Messages of the language that the page has set (setRequestLocale) or asks for; nothing of it is in the path. The
 * locale that components see is the one Intl formats with (appLocale leads back): with the reader's digits when the
 * page has set it, with Latin ones for a language that is asked for by name, as a document for customers does.
 */
export default getRequestConfig(async ({ locale, requestLocale }) => {
  // A page may ask before the layout around it has set one: they are drawn side by side.
  const tag = locale ?? (await requestLocale) ?? (await readerLocale());
  const [chosen, digits] = [appLocale(tag), digitsOf(tag)];
  return {
    locale: intlLocale(chosen, digits),
    messages: messages[chosen][digits],
    timeZone: 'Asia/Damascus',
  };
});

declare module 'next-intl' {
  interface AppConfig {
    Messages: typeof ar;
  }
}
