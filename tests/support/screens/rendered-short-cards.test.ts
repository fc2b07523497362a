import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RefundsCard } from '@/components/orders/detail/refunds/refunds-card';
import { SelectionBar } from '@/components/orders/list/bulk/selection-bar';
import { NamesQuestion } from '@/components/orders/list/names-question';
import { ContactCard } from '@/components/settings/contact-card';
import { RoleContext } from '@/components/ui/role-context';
import { ScopesContext } from '@/components/ui/scopes-context';
import type { OrderRow, OrderView } from '@/lib/orders/order-view';
import type { Role } from '@/lib/shared/roles/roles';
import en from '@/messages/en.json';

const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const done = () => Promise.resolve({ code: 'done' });

function render(
  children: ReactNode,
  role: Role = 'owner',
  effective = ['refunds:write', 'clients:read'],
): string {
  const texts = { locale: 'en', messages: en, timeZone: 'UTC', children };
  const page = createElement(NextIntlClientProvider, texts);
  const withScopes = createElement(
    ScopesContext,
    { value: { storeId: 'store_1', effective, granted: [] } },
    createElement(RoleContext, { value: role }, page),
  );
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, withScopes));
}

const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });

function refunds(order: object, role?: Role): string {
  const view = {
    order: {
      status: 'approved',
      source: 'storefront',
      paid: money(0),
      refunded: money(0),
      items: [],
      refunds: [],
      ...order,
    },
    paymentMethod: null,
  } as unknown as OrderView;
  const target = { installId: 'inst_1', orderId: 'ord_1' };
  return render(createElement(RefundsCard, { target, view, action: done as never }), role);
}

it('an unpaid order has no refund button: one line opens the reason', () => {
  const shown = refunds({});
  expect(shown).not.toContain('<button');
  expect(shown).toMatch(
    new RegExp(
      `<summary[^>]*>${en.refund.nothingYet} <span[^>]*>${en.refund.why.replace('?', '\\?')}</span></summary>`,
    ),
  );
  expect(shown).toContain(en.refund.whyNot.unpaid);
  // The reason of a canceled order is short, so it is not folded.
  expect(refunds({ status: 'cancelled' })).not.toContain('<details');
});

it('a user without the right to refund sees the disabled button with its reason, also for an unpaid order', () => {
  expect(refunds({}, 'viewer')).toMatch(/<button[^>]* disabled=""/);
});

it.each([
  ['owner', true],
  ['packer', false],
] as const)('a store without a phone has a button to add it for a role that may (%s)', (role, isOffered) => {
  const card = (phone: string) =>
    render(
      createElement(ContactCard, {
        installId: 'inst_1',
        contact: { phone, address: '', footer: '' },
        save: done,
      }),
      role,
    );
  expect(card('').includes(en.settings.contact.addPhone)).toBe(isOffered);
  expect(card('+963 933 123 456')).not.toContain(en.settings.contact.addPhone);
});

it.each([
  ['owner', ['clients:read'], true],
  ['manager', ['clients:read'], true],
  ['packer', ['clients:read'], false],
  ['owner', [], false],
] as const)(
  'only a user who may change the setting is asked about names (%s, %j)',
  (role, scopes, isAsked) => {
    const shown = render(createElement(NamesQuestion, { installId: 'inst_1', choose: done }), role, [
      ...scopes,
    ]);
    expect(shown.includes(en.orders.namesQuestion.title)).toBe(isAsked);
    expect(shown.includes('href="/i/inst_1/settings#customers"')).toBe(isAsked);
  },
);

it.each([
  ['packer', ['clients:read'], true],
  ['owner', ['clients:read'], false],
  ['viewer', ['clients:read'], false],
  ['packer', [], false],
] as const)(
  'a user who may see names but not change the setting reads who may (%s, %j)',
  (role, scopes, isShown) => {
    const shown = render(createElement(NamesQuestion, { installId: 'inst_1', choose: done }), role, [
      ...scopes,
    ]);
    expect(shown.includes(en.orders.namesQuestion.whoMay)).toBe(isShown);
    if (isShown) expect(shown).not.toMatch(/<(a|button|section)[ >]/);
  },
);

it('on a phone, the bar of the selected orders has the button "Ship" only if every one of them waits for its shipment', () => {
  const row = (id: string, status: string) =>
    ({ id, status, payment_status: 'unpaid', total: money(500), paid: money(0) }) as OrderRow;
  const loaded = [row('ord_1', 'approved'), row('ord_2', 'processing'), row('ord_3', 'placed')];
  const hasShip = (ids: string[], role: Role = 'owner') => {
    const bar = createElement(SelectionBar, {
      installId: 'inst_1',
      loaded,
      selection: { ids: new Set(ids) } as unknown as ComponentProps<typeof SelectionBar>['selection'],
      actions: {} as ComponentProps<typeof SelectionBar>['actions'],
    });
    const markup = render(bar, role, ['orders:read', 'orders:write', 'fulfillments:write']);
    const button = new RegExp(
      `<button[^>]* w-full sm:hidden"[^>]*>.*?${en.bulk.bar.fulfill_orders}</button>`,
    );
    return button.test(markup);
  };
  expect(hasShip(['ord_1', 'ord_2'])).toBe(true);
  expect(hasShip(['ord_1', 'ord_3'])).toBe(false);
  // An order that is not in the list may have any status.
  expect(hasShip(['ord_1', 'ord_9'])).toBe(false);
  expect(hasShip(['ord_1'], 'viewer')).toBe(false);
});
