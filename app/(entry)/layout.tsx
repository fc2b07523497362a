import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { sentScreenChoice } from '@/lib/installs/screen-cookie.server';
import { type AppLocale, appLocale, directionOf } from '@/lib/shared/locale';
import '@/app/globals.css';

/** As on the screens of an install. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readChoice();
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
  const { theme } = await readChoice();
  setRequestLocale(locale);
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme ?? undefined}>
      <body>
        <NextIntlClientProvider>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

async function readerLocale(): Promise<AppLocale> {
  const preferred = (await headers()).get('accept-language')?.split(/[,;]/)[0];
  return (await readChoice()).language ?? appLocale(preferred);
}

const readChoice = async () => sentScreenChoice((await cookies()).getAll());
