import { getRequestConfig } from 'next-intl/server';
import { withArabicDigits } from '@/lib/shared/numbers/arabic-digits';
import { withBrand } from '@/lib/shared/branding/with-brand';
import { appLocale, digitsOf, intlLocale, isIntlLocale } from '@/lib/shared/locale';
import { readerLocale } from '@/app/reader';
import arabic from '@/messages/ar.json';
import english from '@/messages/en.json';

const [ar, en] = [withBrand(arabic), withBrand(english)];
const messages = { ar: { latn: ar, arab: withArabicDigits(ar) }, en: { latn: en, arab: en } };

/**
 * Loads the messages of a locale. It is the locale that the caller requests, or else the locale that the page
 * has set with setRequestLocale. The path contains no locale.
 *
 * Components receive the locale tag that Intl formats with; appLocale converts this tag to an app locale. A
 * locale set by the page includes the digits that the user chose and the month names of the store's country.
 * A caller that requests only a language gets Latin digits.
 */
export default getRequestConfig(async ({ locale, requestLocale }) => {
  // A page may request messages before its layout has set the locale, because Next renders both in parallel.
  const tag = locale ?? (await requestLocale) ?? (await readerLocale());
  const [chosen, digits] = [appLocale(tag), digitsOf(tag)];
  return {
    locale: isIntlLocale(tag) ? tag : intlLocale(chosen),
    messages: messages[chosen][digits],
    timeZone: 'Asia/Damascus',
  };
});

declare module 'next-intl' {
  interface AppConfig {
    Messages: typeof ar;
  }
}
