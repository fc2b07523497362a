import { getRequestConfig } from 'next-intl/server';
import { withArabicDigits } from '@/lib/shared/numbers/arabic-digits';
import { appLocale, digitsOf, intlLocale, isIntlLocale } from '@/lib/shared/locale';
import { catalogues, type Messages } from '@/app/catalogues';
import { readerLocale } from '@/app/reader';

const inArabicDigits = withArabicDigits(catalogues.ar);

/**
 * Loads the translated texts for a locale. The locale is the first of these that is set:
 *
 * - the locale that the caller requests
 * - the locale that the page has set with setRequestLocale
 * - the language that the user chose or the browser prefers
 *
 * The URL path contains no locale.
 *
 * Components receive a locale tag for Intl, from which appLocale gets the language of the texts. The tag that a page
 * sets also says which digits the user has chosen (Latin or Arabic-Indic). The tag also has the country of the store,
 * because Arabic names of months differ between countries. A caller that requests only a language gets Latin digits.
 */
export default getRequestConfig(async ({ locale, requestLocale }) => {
  // A page may request translated texts before its layout has set the locale, because Next renders both in
  // parallel. The locale then comes from the cookies and headers of the request (readerLocale).
  const tag = locale ?? (await requestLocale) ?? (await readerLocale());
  const [chosen, digits] = [appLocale(tag), digitsOf(tag)];
  return {
    locale: isIntlLocale(tag) ? tag : intlLocale(chosen),
    messages: chosen === 'ar' && digits === 'arab' ? inArabicDigits : catalogues[chosen],
    timeZone: 'Asia/Damascus',
  };
});

declare module 'next-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
