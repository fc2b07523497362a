import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { directionOf } from '@/lib/shared/locale';
import { readerChoice, readerLocale } from '@/app/reader';
import { fontClasses } from '@/app/fonts';
import '@/app/globals.css';

/** Sets the color scheme before any style loads, so that a dark page does not flash white first. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readerChoice();
  return { width: 'device-width', initialScale: 1, colorScheme: theme ?? 'light dark' };
}

/** Title of the entry pages (install, launch, reconnect), which are shown before an install is open. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await readerLocale(), namespace: 'frame' });
  return { title: t('name'), robots: 'noindex' };
}

/**
 * Root layout of the pages that are shown before the store is known. The pages use the language that the user chose in
 * this browser. If the user chose none, the pages are in English if the browser requests English; if not, they are in
 * Arabic. Numbers are in Latin digits, because they are codes that the user compares.
 */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const locale = await readerLocale();
  const { theme } = await readerChoice();
  setRequestLocale(locale);
  // The browser gets only the texts of the entry pages. With all texts, a page would be ten times larger, and
  // anyone can request these pages.
  const { entry } = await getMessages();
  return (
    <html lang={locale} dir={directionOf(locale)} className={fontClasses} data-theme={theme ?? undefined}>
      <body>
        <NextIntlClientProvider messages={{ entry }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
