import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Frame } from '@/components/frame/frame';
import { Providers } from '@/components/frame/providers';
import type { Place } from '@/components/frame/sections';
import { findInstallContext } from '@/lib/installs/require-install.server';
import { urlOfFilters } from '@/lib/orders/order-list-url';
import { standardViews } from '@/lib/orders/standard-views';
import { type AppLocale, defaultLocale, directionOf } from '@/lib/shared/locale';
import '@/app/globals.css';

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

type LayoutParams = { params: Promise<{ installId: string }> };

/** The title of every screen of an install. */
export async function generateMetadata({ params }: LayoutParams): Promise<Metadata> {
  const locale = (await contextOf(params))?.locale ?? defaultLocale;
  const t = await getTranslations({ locale, namespace: 'frame' });
  return { title: t('name'), robots: 'noindex' };
}

/**
 * Root of what the merchant sees, in the language of the store. It is no door: each page has its own (openPage), and
 * without a context there is nothing here but the frame around a page that says why.
 */
export default async function InstallLayout({ params, children }: LayoutParams & { children: ReactNode }) {
  const context = await contextOf(params);
  const locale = context?.locale ?? defaultLocale;
  setRequestLocale(locale);
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body>
        <NextIntlClientProvider timeZone={context?.store.timezone}>
          {context ? (
            <Providers installId={context.installId} scopes={[...context.scopes].sort()}>
              <Frame
                installId={context.installId}
                storeName={context.store.name}
                places={await orderPlaces(locale)}
              >
                {children}
              </Frame>
            </Providers>
          ) : (
            <Frame installId="" storeName={null} places={[]}>
              {children}
            </Frame>
          )}
        </NextIntlClientProvider>
      </body>
    </html>
  );
}

/** The standard views of orders, which the palette leads to as well. */
async function orderPlaces(locale: AppLocale): Promise<Place[]> {
  const t = await getTranslations({ locale, namespace: 'orders.views' });
  return Object.entries(standardViews)
    .filter(([, filters]) => Object.keys(filters).length > 0)
    .map(([name, filters]) => ({
      label: t(name as keyof typeof standardViews),
      path: `/orders?${urlOfFilters(filters)}`,
    }));
}

async function contextOf(params: LayoutParams['params']) {
  return findInstallContext(decodeURIComponent((await params).installId));
}
