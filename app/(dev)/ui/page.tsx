import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { NextIntlClientProvider } from 'next-intl';
import { type AppLocale, directionOf, intlLocale, locales } from '@/lib/shared/locale';
import { withBrand } from '@/lib/shared/branding/with-brand';
import { env } from '@/lib/system/env';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { Gallery } from './gallery';

const messages = { ar: withBrand(ar), en: withBrand(en) };

/**
 * Shows every UI primitive in every state, from left to right and from right to left. The page is for
 * development and tests. In production, the response is 404.
 */
export default async function UiPage() {
  await connection();
  if (env().DAFTAR_MODE === 'production') notFound();
  return (
    <main className="mx-auto grid max-w-7xl items-start gap-x-10 gap-y-16 px-3 py-6 sm:px-6 lg:grid-cols-2">
      <h1 className="sr-only">Primitives</h1>
      {locales.map((locale) => (
        <Side key={locale} locale={locale} />
      ))}
    </main>
  );
}

function Side({ locale }: { locale: AppLocale }) {
  return (
    <div lang={locale} dir={directionOf(locale)} data-testid={locale} className="min-w-0">
      <NextIntlClientProvider
        locale={intlLocale(locale)}
        messages={{ ui: messages[locale].ui, problem: messages[locale].problem }}
        timeZone="Asia/Damascus"
      >
        <Gallery locale={locale} />
      </NextIntlClientProvider>
    </div>
  );
}
