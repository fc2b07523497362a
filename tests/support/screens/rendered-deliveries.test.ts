import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewSheetScreen } from '@/components/deliveries/new-sheet-screen';
import { Navigation } from '@/components/frame/navigation';
import { RoleContext } from '@/components/ui/role-context';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const installId = 'inst_1';
const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;

function render(locale: 'ar' | 'en', role: Role, screen: ReactNode): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client: new QueryClient() }, screen),
  };
  const withRole = createElement(RoleContext, { value: role }, createElement(NextIntlClientProvider, texts));
  const atPath = createElement(PathnameContext, { value: `/i/${installId}` }, withRole);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, atPath));
}

it('the menu leads to the delivery sheets for each role that may deliver orders, also a role that may not see cash', () => {
  const linksOf = (role: Role) => {
    const looks = { className: '', linkClassName: '', moreClassName: '' };
    const menu = render('en', role, createElement(Navigation, { installId, ...looks }));
    return [...menu.matchAll(/href="\/i\/inst_1([^"]*)"/g)].map(([, path]) => path);
  };
  expect(linksOf('owner')).toEqual(expect.arrayContaining(['/cash', '/deliveries']));
  expect(linksOf('packer')).toContain('/deliveries');
  expect(linksOf('packer')).not.toContain('/cash');
  expect(linksOf('viewer')).not.toContain('/deliveries');
});

it.each([
  ['en', '2 orders', 'Orders: 2'],
  ['ar', 'طلبان', 'الطلبات: 2'],
] as const)('a new delivery sheet says the number of its orders once (%s)', (locale, words, counted) => {
  const order = (id: string) => ({
    id,
    number: id,
    customerName: null,
    due: { amount_minor: 500, currency: 'USD', decimals: 2 },
  });
  const screen = render(
    locale,
    'owner',
    createElement(NewSheetScreen, {
      installId,
      orderIds: ['ord_1', 'ord_2'],
      orders: [order('ord_1')],
      refusals: null,
      drivers: [],
      today: '2026-11-29',
      create: () => Promise.reject(new Error('unused')),
    }),
  );
  const shown = screen.replaceAll(/<[^>]*>/g, '|').replaceAll(/[⁦-⁩]/g, '');
  expect(shown).not.toContain(words);
  expect(shown).toContain(counted);
});
