import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type PersonAnswer, personOptions } from '@/components/customers/customers-queries';
import { KnownCustomer } from '@/components/customers/known-customer';
import { PersonFacts } from '@/components/customers/person-dialog';
import { RoleContext } from '@/components/ui/role-context';
import { ScopesContext } from '@/components/ui/scopes-context';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const phone = '0944 123 456';

const known: PersonAnswer['person'] = {
  phone: '+963944123456',
  name: 'Salma',
  orders: [],
  orderCount: 0,
  refused: 0,
  lastParcels: { count: 0, refused: 0 },
  quotes: [],
  prices: [],
};

/** Returns the HTML of the dialog's content. */
function dialog(
  answer: PersonAnswer,
  { locale = 'en', role = 'owner' as Role, scopes = ['clients:read'] } = {},
  order?: ComponentProps<typeof PersonFacts>['order'],
): string {
  const remove = () => Promise.resolve({ code: 'failed' });
  const facts = createElement(PersonFacts, { installId: 'inst_1', phone, remove, order, answer });
  return render(facts, { locale, role, scopes });
}

/** Returns the HTML of the card about a phone number that was just typed. */
function card(answer: PersonAnswer, locale: string): string {
  const remove = () => Promise.resolve({ code: 'failed' });
  const props = {
    installId: 'inst_1',
    phone,
    remove,
    onFill: () => Promise.resolve(true),
    onPrices: () => {},
  };
  return render(createElement(KnownCustomer, props), { locale, role: 'owner', scopes: [] }, answer);
}

type View = { locale: string; role: Role; scopes: string[] };

function render(shown: ReactNode, { locale, role, scopes }: View, answer?: PersonAnswer): string {
  const client = new QueryClient();
  if (answer) client.setQueryData(personOptions('inst_1', phone).queryKey, answer);
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client }, shown),
  };
  const granted = { storeId: 's', effective: scopes, granted: scopes };
  const page = createElement(RoleContext, { value: role }, createElement(NextIntlClientProvider, texts));
  return renderToStaticMarkup(createElement(ScopesContext, { value: granted }, page)).replaceAll(
    '&#x27;',
    "'",
  );
}

const setting = 'href="/i/inst_1/settings#customers"';
/** The HTML element that hides the export and the erasure until the user opens it. */
const fold = '<details';

describe.each([
  ['en', en],
  ['ar', ar],
] as const)('the orders of a customer (%s)', (locale, words) => {
  const { dialog: texts, data } = words.person;

  it('are not said to be none if the store does not keep the customers of its orders', () => {
    const shown = dialog({ person: null, areOthersKept: false }, { locale });
    expect(shown).not.toContain(texts.unknown);
    expect(shown).toContain(texts.unknownHere);
    expect(shown).toContain(texts.notKept);
    expect(shown).toContain(setting);
  });

  it('are said to be none if the store keeps the customers of its orders', () => {
    const shown = dialog({ person: null, areOthersKept: true }, { locale });
    expect(shown).toContain(texts.unknown);
    expect(shown).not.toContain(texts.notKept);
    expect(shown).not.toContain(setting);
  });

  it('of a known customer come with the text that other orders are not searched', () => {
    const shown = dialog({ person: known, areOthersKept: false }, { locale });
    expect(shown).toContain(texts.notKept);
    expect(dialog({ person: known, areOthersKept: true }, { locale })).not.toContain(texts.notKept);
  });

  it.each([
    ['dialog', (answer: PersonAnswer) => dialog(answer, { locale })],
    ['card', (answer: PersonAnswer) => card(answer, locale)],
  ])('are not said to be none for a customer of a quote either, if they are not kept (%s)', (_, show) => {
    const { noKeptOrder } = words.person;
    const t = createTranslator<typeof en>({ locale, messages: words as typeof en });
    const none = t('person.orders', { count: 0 });
    const shown = show({ person: known, areOthersKept: false });
    expect(shown).toContain(noKeptOrder);
    expect(shown).not.toContain(none);
    expect(shown.indexOf(texts.notKept)).toBeGreaterThan(shown.indexOf(noKeptOrder));
    const kept = show({ person: known, areOthersKept: true });
    expect(kept).toContain(none);
    expect(kept).not.toContain(noKeptOrder);
    expect(kept).not.toContain(texts.notKept);
    // A badge in the color of the brand is green.
    const green = 'bg-brand-soft';
    expect([shown.includes(green), kept.includes(green)]).toEqual([false, false]);
    expect(show({ person: { ...known, orderCount: 1 }, areOthersKept: false })).toContain(green);
  });

  it('begin with the order on whose page the dialog was opened, also if no order is kept', () => {
    const order = {
      id: 'ord_6',
      order_number: '1066',
      status: 'approved',
      total: { amount_minor: 9_200, currency: 'USD', decimals: 2 },
      created_at: '2026-11-20T10:00:00Z',
      customer: { first_name: 'Huda', last_name: null },
    };
    for (const person of [null, known]) {
      const shown = dialog({ person, areOthersKept: false }, { locale }, order);
      expect(shown.split(texts.thisOrder)).toHaveLength(2);
      expect(shown).toContain('1066');
      // The names of this order and of the person differ, so both are shown. After the person was erased, none is.
      expect(shown.includes('Huda')).toBe(person !== null);
      // The name of the order has a label, so that it does not look like a part of the status.
      const text = shown.replaceAll(/<[^>]*>/g, '');
      expect(text.includes(locale === 'ar' ? 'الاسم على الطلب: Huda' : 'Name on this order: Huda')).toBe(
        person !== null,
      );
      expect(text.includes(texts.twoNames)).toBe(person !== null);
    }
    const kept = (id: string): NonNullable<typeof known>['orders'][number] => ({
      id,
      number: id.replace('ord_', '106'),
      status: 'delivered',
      total: order.total,
      createdAt: order.created_at,
      firstItem: 'Soap',
      moreItems: 0,
      parcel: 'refused',
    });
    const person = { ...known, orders: [kept('ord_6'), kept('ord_1')], orderCount: 2, refused: 2 };
    const shown = dialog({ person, areOthersKept: true }, { locale }, order);
    // The list does not repeat this order. What is kept of it is beside its number.
    expect([shown.split('1066').length, shown.split('1061').length]).toEqual([2, 2]);
    expect(shown.indexOf(texts.refusedMark)).toBeLessThan(shown.indexOf(texts.otherOrders));
    expect(shown.split('/orders/')).toHaveLength(2);
    expect(dialog({ person, areOthersKept: true }, { locale })).not.toContain(texts.thisOrder);
  });

  it('come with buttons to write to and to call the customer, and with the remaining amount', () => {
    const remaining = [{ amount_minor: 18_400, currency: 'USD', decimals: 2 }];
    const shown = dialog({ person: { ...known, remaining }, areOthersKept: true }, { locale });
    expect(shown).toContain('href="https://wa.me/963944123456"');
    expect(shown).toContain('href="tel:+963944123456"');
    expect(shown).toContain(texts.remaining);
    expect(shown).toContain('184.00');
    for (const person of [known, { ...known, remaining: [] }])
      expect(dialog({ person, areOthersKept: true }, { locale })).not.toContain(texts.remaining);
  });

  it.each([
    ['an unknown', null],
    ['a known', known],
  ])('of %s customer offer the export and the erasure only behind the data of the customer', (_, person) => {
    const shown = dialog({ person, areOthersKept: false }, { locale });
    expect(shown).toContain(fold);
    expect(shown).not.toContain(`${fold} open`);
    for (const button of [data.csv, data.json, data.erase])
      expect(shown.indexOf(button)).toBeGreaterThan(shown.indexOf(fold));
    expect(shown.includes(texts.elsewhere)).toBe(person === null);
  });
});

it('the link to the setting is only for users who can change the setting', () => {
  const answer = { person: null, areOthersKept: false };
  expect(dialog(answer, { role: 'packer' })).toContain(en.person.dialog.notKept);
  expect(dialog(answer, { role: 'packer' })).not.toContain(setting);
  expect(dialog(answer, { role: 'manager' })).toContain(setting);
  expect(dialog(answer, { scopes: [] })).not.toContain(setting);
});

it('a number that is not valid has no data to export or erase', () => {
  const shown = dialog({ person: null, areOthersKept: false, isNoPhone: true });
  expect(shown).toContain(en.person.dialog.invalid);
  expect(shown).not.toContain(en.person.data.erase);
});
