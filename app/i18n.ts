import { getRequestConfig } from 'next-intl/server';
import { appLocale, intlLocale } from '@/lib/shared/locale';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const messages = { ar, en };

/**
 * Messages of the language that the page has set (setRequestLocale) or asks for; nothing of it is in the path. The
 * locale that components see is the one Intl formats with (appLocale leads back).
 */
export default getRequestConfig(async ({ locale, requestLocale }) => {
  const chosen = appLocale(locale ?? (await requestLocale));
  return { locale: intlLocale(chosen), messages: messages[chosen], timeZone: 'Asia/Damascus' };
});

declare module 'next-intl' {
  interface AppConfig {
    Messages: typeof ar;
  }
}
