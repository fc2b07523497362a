import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { type AppLocale, appLocale, directionOf } from '@/lib/shared/locale';
import '@/app/globals.css';

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** The title of the pages before an install is open. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await readerLocale(), namespace: 'frame' });
  return { title: t('name'), robots: 'noindex' };
}

/** Root of the pages where no store is known yet: in the language of the browser, Arabic unless it says English. */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const locale = await readerLocale();
  setRequestLocale(locale);
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body>
        <NextIntlClientProvider>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

async function readerLocale(): Promise<AppLocale> {
  const preferred = (await headers()).get('accept-language')?.split(/[,;]/)[0];
  return appLocale(preferred);
}
