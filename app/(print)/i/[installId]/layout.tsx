import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { findInstallContext } from '@/lib/installs/require-install.server';
import { defaultLocale, directionOf } from '@/lib/shared/locale';
import '@/app/globals.css';
import '@/app/(print)/print.css';

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export const metadata: Metadata = { robots: 'noindex' };

type PrintLayoutProps = { params: Promise<{ installId: string }>; children: ReactNode };

/**
 * Root of what is printed: no frame, no live updates, so that the paper holds the document alone. It is no door: each
 * page has its own (openPage).
 */
export default async function PrintLayout({ params, children }: PrintLayoutProps) {
  const context = await findInstallContext(decodeURIComponent((await params).installId));
  const locale = context?.locale ?? defaultLocale;
  setRequestLocale(locale);
  const { print, problem } = await getMessages({ locale });
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body>
        <NextIntlClientProvider messages={{ print, problem }}>
          <main>{children}</main>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
