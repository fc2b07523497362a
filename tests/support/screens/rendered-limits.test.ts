import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewSheetScreen } from '@/components/deliveries/new-sheet-screen';
import { OrderLinkNote } from '@/components/orders/detail/link/order-link-note';
import { BulkProblem } from '@/components/ui/overlay/bulk-problem';
import { RoleContext } from '@/components/ui/role-context';
import type { OrderLinkView } from '@/lib/orders/link/order-link';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const installId = 'inst_1';
const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const unused = () => Promise.reject(new Error('not pressed'));

/** Returns the text of a component that a user with the role sees. */
function textOf(locale: 'ar' | 'en', screen: ReactNode, role: Role = 'owner'): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client: new QueryClient() }, screen),
  };
  const withRole = createElement(RoleContext, { value: role }, createElement(NextIntlClientProvider, texts));
  const html = renderToStaticMarkup(createElement(AppRouterContext, { value: router }, withRole));
  return html.replaceAll(/<[^>]*>/g, ' ');
}

it.each([
  ['en', 'Too many bulk actions were requested', 'Try again in 7 seconds.'],
  ['ar', 'طُلبت في هذا المتجر إجراءات جماعية كثيرة', 'بعد 7 ثوانٍ.'],
] as const)(
  'S13: a bulk run over the limit of the store says so, and when to try again (%s)',
  (locale, why, next) => {
    const outcome = { code: 'busy', waitSeconds: 7 };
    const text = textOf(locale, createElement(BulkProblem, { installId, runId: 'run_1', outcome }));
    expect(text).toContain(why);
    expect(text).toContain(next);
  },
);

it.each([
  ['en', 'these orders were not checked', 'in a minute'],
  ['ar', 'فلم يُتحقق', 'بعد دقيقة'],
] as const)(
  'S13: a new delivery sheet says that its orders were not checked, and only then (%s)',
  (locale, why, next) => {
    const formOf = (isUnchecked: boolean) =>
      textOf(
        locale,
        createElement(NewSheetScreen, {
          installId,
          orderIds: ['ord_1'],
          orders: [],
          missing: [],
          refusals: null,
          isUnchecked,
          drivers: [{ id: 'car_1', name: 'Rami', needsDigits: true }],
          isCut: false,
          today: '2026-11-29',
          create: unused,
        }),
      );
    expect(formOf(true)).toContain(why);
    expect(formOf(true)).toContain(next);
    expect(formOf(false)).not.toContain(why);
  },
);

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'an answered order link can be withdrawn on the order page by a role that may, until it is withdrawn (%s)',
  (locale, words) => {
    const answered: OrderLinkView = {
      linkId: 'link_1',
      state: 'confirmed',
      expiresAt: '2026-11-30T10:00:00Z',
      answeredAt: '2026-11-29T10:00:00Z',
      hasMessage: false,
      message: null,
    };
    const asking = {
      installId,
      appUrl: '',
      template: { ar: '', en: '' },
      create: unused,
      withdraw: unused,
    };
    const noteOf = (link: OrderLinkView, role: Role = 'owner') =>
      textOf(locale, createElement(OrderLinkNote, { orderId: 'ord_1', link, asking }), role);
    const { withdraw } = words.orderLink.ask;
    expect(noteOf(answered)).toContain(withdraw);
    for (const [link, role] of [
      [{ ...answered, linkId: null }, 'owner'],
      [{ ...answered, state: 'open', answeredAt: null }, 'owner'],
      [answered, 'packer'],
    ] as const)
      expect(noteOf(link, role)).not.toContain(withdraw);
  },
);
