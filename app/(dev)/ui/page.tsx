import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { NextIntlClientProvider } from 'next-intl';
import { type BaseLocale, baseLocales, directionOf, intlLocale } from '@/lib/shared/locale';
import { env } from '@/lib/system/env';
import { catalogues } from '@/app/catalogues';
import { Gallery } from './gallery';

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
      {baseLocales.map((locale) => (
        <Side key={locale} locale={locale} />
      ))}
    </main>
  );
}

function Side({ locale }: { locale: BaseLocale }) {
  const { ui, problem } = catalogues[locale];
  return (
    <div lang={locale} dir={directionOf(locale)} data-testid={locale} className="min-w-0">
      <NextIntlClientProvider locale={intlLocale(locale)} messages={{ ui, problem }} timeZone="Asia/Damascus">
        <Gallery locale={locale} />
      </NextIntlClientProvider>
    </div>
  );
}
