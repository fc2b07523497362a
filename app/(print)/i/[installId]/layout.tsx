import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { findInstallContext } from '@/lib/installs/require-install.server';
import { defaultLocale, directionOf } from '@/lib/shared/locale';
import { nothingChosen, readerTag } from '@/lib/shared/screen-words';
import { fontClasses } from '@/app/fonts';
import '@/app/globals.css';
import '@/app/(print)/print.css';

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export const metadata: Metadata = { robots: 'noindex' };

type PrintLayoutProps = { params: Promise<{ installId: string }>; children: ReactNode };

/**
 * Root layout of print pages. It has no navigation and no live updates, so the paper holds only the printed document.
 * The area around the paper follows the user's screen settings. The layout does not check access, because each page
 * checks it (openPage).
 */
export default async function PrintLayout({ params, children }: PrintLayoutProps) {
  const context = await findInstallContext(decodeURIComponent((await params).installId));
  const locale = context?.locale ?? defaultLocale;
  const screen = context?.screen ?? nothingChosen;
  const tag = readerTag(locale, screen, context?.store.country ?? null);
  setRequestLocale(tag);
  const { print, problem } = await getMessages({ locale: tag });
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={fontClasses}
      data-theme={screen.theme ?? undefined}
    >
      <body>
        <NextIntlClientProvider messages={{ print, problem }}>
          <main>{children}</main>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
