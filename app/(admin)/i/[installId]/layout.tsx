import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations, setRequestLocale } from 'next-intl/server';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Frame } from '@/components/frame/frame';
import { MessageProvider } from '@/components/frame/message-provider';
import { Providers } from '@/components/frame/providers';
import type { Place } from '@/components/frame/sections';
import { EarlyPress } from '@/components/ui/form/early-press';
import { readConnection } from '@/lib/mirror/health/read-connection.server';
import { findInstallContext } from '@/lib/installs/require-install.server';
import { urlOfFilters } from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';
import { adminAppUrl, launchParametersOf } from 'commerce-platform-client/deployment';
import { type AppLocale, defaultLocale, directionOf } from '@/lib/shared/locale';
import { hasRight, type Role } from '@/lib/shared/roles/roles';
import { nothingChosen, readerTag } from '@/lib/shared/screen-words';
import { buildId } from '@/lib/system/build-id.server';
import { env } from '@/lib/system/env';
import { fontClasses } from '@/app/fonts';
import { pageTextsUrl } from '@/app/page-texts.server';
import '@/app/globals.css';

type LayoutParams = { params: Promise<{ installId: string }> };

/** Sets the color scheme before any style loads, so that a dark screen does not flash white first. */
export async function generateViewport({ params }: LayoutParams): Promise<Viewport> {
  const theme = (await contextOf(params))?.screen.theme;
  return { width: 'device-width', initialScale: 1, colorScheme: theme ?? 'light dark' };
}

/**
 * The page metadata has no title, because each screen renders its own title with the component ScreenHeading.
 */
export const metadata: Metadata = { robots: 'noindex' };

/**
 * Root layout of the merchant's screens. It uses the screen settings that the user chose. If the user chose no
 * language, the layout uses the language of the store. The layout does not check access, because each page checks it
 * (openPage). If the user has no access, the layout renders only an empty frame around the page that explains why.
 */
export default async function InstallLayout({ params, children }: LayoutParams & { children: ReactNode }) {
  const context = await contextOf(params);
  const locale = context?.locale ?? defaultLocale;
  const screen = context?.screen ?? nothingChosen;
  const tag = readerTag(locale, screen, context?.store.country ?? null);
  setRequestLocale(tag);
  const messages = await getMessages();
  const { frame, problem, ui } = messages;
  const textsUrl = context && pageTextsUrl(messages);
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={fontClasses}
      data-theme={screen.theme ?? undefined}
    >
      <body>
        {context && <EarlyPress nonce={(await headers()).get('x-nonce') ?? undefined} />}
        <NextIntlClientProvider
          // If the user has no access, the page gets only the texts of the empty frame. With all texts, the
          // page would be ten times larger.
          messages={context ? (textsUrl === null ? messages : null) : { frame, problem, ui }}
          timeZone={context?.store.timezone}
        >
          {context ? (
            <PageTexts url={textsUrl} locale={tag}>
              <Providers
                installId={context.installId}
                scopes={{
                  storeId: context.store.id,
                  effective: [...context.scopes].sort(),
                  granted: context.grantedScopes,
                }}
                role={context.role}
                build={buildId()}
                connection={await readConnection(context.installId)}
                adminUrl={adminAppUrl(env(), context.store.id, context.installId)}
                returnParameter={launchParametersOf(env()).returnTo}
              >
                <Frame
                  installId={context.installId}
                  storeName={context.store.name}
                  places={[...(await morePlaces(locale)), ...(await rolePlaces(locale, context.role))]}
                  hasXray={screen.xray === 'on'}
                >
                  {children}
                </Frame>
              </Providers>
            </PageTexts>
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

type PageTextsProps = { url: string | null; locale: string; children: ReactNode };

/** Lets the browser load all texts from their static file. If there is no such file, the page contains the texts. */
function PageTexts({ url, ...props }: PageTextsProps) {
  return url === null ? props.children : <MessageProvider url={url} {...props} />;
}

/**
 * Returns the entries that only the command palette offers, and the navigation does not. These entries are the standard
 * views of the orders list, and the screen for developers.
 */
async function morePlaces(locale: AppLocale): Promise<Place[]> {
  const t = await getTranslations({ locale });
  const views = Object.entries(standardViews)
    .filter(([, filters]) => Object.keys(filters).length > 0)
    .map(
      ([name, filters]): Place => ({
        label: t(`orders.views.${name as keyof typeof standardViews}`),
        path: `/orders?${urlOfFilters(filters)}`,
      }),
    );
  return [
    ...views,
    { label: t('connection.developers.title'), path: '/connection/developers', isTypedOnly: true },
  ];
}

async function contextOf(params: LayoutParams['params']) {
  return findInstallContext(decodeURIComponent((await params).installId));
}

/**
 * Returns the entries of actions: recording cash, the remittance sheet, the closing of the day, and a new delivery sheet.
 * An entry is left out if the user's role does not allow it. A delivery sheet is made of selected orders, so its entry
 * leads to the orders that wait for their shipment.
 */
async function rolePlaces(locale: AppLocale, role: Role): Promise<Place[]> {
  const t = await getTranslations({ locale });
  return [
    ...(hasRight(role, 'post_cash')
      ? [
          { label: t('cash.balances.record'), path: '/cash' } as const,
          { label: t('cashSheet.title'), path: '/cash/sheet' } as const,
        ]
      : []),
    ...(hasRight(role, 'see_cash') ? [{ label: t('cashDay.title'), path: '/cash/day' } as const] : []),
    ...(hasRight(role, 'fulfil')
      ? [
          {
            label: t('deliveries.new.title'),
            path: `/orders?${urlOfFilters(standardViews.to_ship)}`,
          } as const,
        ]
      : []),
  ];
}
