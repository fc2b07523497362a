import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { directionOf } from '@/lib/shared/locale';
import { readerChoice, readerLocale } from '@/app/reader';
import '@/app/globals.css';

/** As on the screens of an install. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readerChoice();
  return { width: 'device-width', initialScale: 1, colorScheme: theme ?? 'light dark' };
}

/** The title of the pages before an install is open. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await readerLocale(), namespace: 'frame' });
  return { title: t('name'), robots: 'noindex' };
}

/**
 * Root of the pages where no store is known yet: as was chosen in this browser, else in its language, Arabic unless it
 * says English. Their numbers are codes to be compared, in Latin digits.
 */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const locale = await readerLocale();
  const { theme } = await readerChoice();
  setRequestLocale(locale);
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme ?? undefined}>
      <body>
        <NextIntlClientProvider>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
