import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, it, vi } from 'vitest';
import { quotePage } from '@/app/(public)/q/[token]/quote-page';
import type { ShownQuote } from '@/app/(public)/q/[token]/shown-quote';
import { OrderLinesCard } from '@/components/orders/detail/order-lines-card';
import { OrderPaymentCard } from '@/components/orders/detail/order-payment-card';
import { DocumentTotals } from '@/components/orders/document/document-totals';
import { QuoteContentCard } from '@/components/quotes/detail/quote-content-card';
import { QuoteDocumentTotals } from '@/components/quotes/quote-document-totals';
import type { OrderView } from '@/lib/orders/order-view';
import { emptyContact } from '@/lib/shared/messages/store-contact';
import { QuoteContent } from '@/lib/quotes/quote-content';
import type { QuoteView } from '@/lib/quotes/quote-view';
import en from '@/messages/en.json';

vi.mock('next-intl/server', () => ({
  getTranslations: ({ namespace }: { namespace: 'print.totals' | 'quotes.document' | 'paymentMethod' }) =>
    Promise.resolve(createTranslator({ locale: 'en', messages: en, namespace })),
}));

/** Returns the visible text of an element, without direction marks. */
async function textOf(children: ReactNode): Promise<string> {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    children,
  };
  const { prelude } = await prerender(createElement(NextIntlClientProvider, texts));
  return visibleTextIn(await new Response(prelude).text());
}

const visibleTextIn = (markup: string) =>
  markup.replaceAll(/<[^>]*>|[\u200e\u200f\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');

const money = (amount_minor: number, currency = 'USD', decimals = 2) => ({
  amount_minor,
  currency,
  decimals,
});

/** An order of 12.50 USD after a discount of 1.00 USD, in a store with prices in SYP. The customer picks it up. */
const view = {
  order: {
    id: 'ord_1',
    items: [
      {
        id: 'line_1',
        variant_id: 'var_1',
        kind: 'variant',
        name: 'Scarf',
        quantity: 1,
        unit_price: money(1_350),
        total: money(1_350),
      },
    ],
    subtotal: money(1_350),
    discount: money(100),
    shipping: money(0),
    tax: money(0),
    total: money(1_250),
    paid: money(0),
    refunded: money(0),
    exchange_rate: { scaled: 7692, scale: 8 },
    payment_status: 'unpaid',
    status: 'placed',
    shipping_address: null,
    refunds: [],
    fulfillments: [],
  },
  terms: { discountReason: 'Old customer', storePrices: { line_1: money(195_000, 'SYP', 0) } },
  pictures: {},
  paymentMethod: 'cod',
  payment: { kind: 'unpaid', due: money(1_250), carrier: null },
  cashParts: [],
} as unknown as OrderView;

const invoice = () =>
  DocumentTotals({
    order: view.order,
    paymentMethod: view.paymentMethod,
    discountReason: view.terms.discountReason,
    storeCurrency: 'SYP',
    locale: 'en',
  });

it('the order page shows the reason of the discount, the store price of an agreed line, and the total in the currency of the store', async () => {
  const card = createElement(OrderLinesCard, {
    view,
    installId: 'inst_1',
    storeCurrency: { code: 'SYP', decimals: 0 },
  });
  const shown = await textOf(card);
  expect(shown).toContain('Discount (Old customer)');
  expect(shown).toContain('Store price: SYP 195,000');
  expect(shown).toMatch(/Total in SYP.*162,507/);
});

it('an invoice has its total in words', async () => {
  expect(await textOf(await invoice())).toContain('Total in words: twelve US dollars and fifty cents');
});

it('an invoice shows the reason of the discount', async () => {
  expect(await textOf(await invoice())).toContain('Discount (Old customer)');
});

const noCash = { recorded: null, note: null };

/** A quote of the same order, as the customer and the store see it. */
const content = QuoteContent.parse({
  order: {
    currency: 'USD',
    status: 'approved',
    items: [{ name: 'Scarf', quantity: 1, unit_price_minor: 1_350 }],
    discount: null,
    shipping: { amount_minor: 0, method: 'pickup' },
    shipping_address: null,
    customer: { name: 'Salma', phone: '+963944123456', email: null },
    payment_method: 'cod',
    exchange_rate: null,
    note: null,
    tags: [],
    attributes: {},
    inventory: 'decrement',
  },
  decimals: 2,
  pricing: { code: 'USD', decimals: 2 },
  store: { name: 'Store', timeZone: 'UTC' },
  province: null,
  walletId: null,
  validUntil: '2026-12-06',
  salt: '',
});

const quote = { content, total: money(1_350) } as unknown as QuoteView;

const acceptancePage = async () => {
  const linked = { state: 'sent', content, number: 'Q-1', version: 1, contact: emptyContact, country: 'SY' };
  const shown = { linked, locale: 'en', isRevealed: true, typed: null, problem: null };
  return visibleTextIn(String(await quotePage(shown as unknown as ShownQuote)));
};

it.each<[string, () => Promise<string>]>([
  ['order page', () => textOf(createElement(OrderPaymentCard, { view, adminUrl: '', cash: noCash }))],
  ['invoice', async () => textOf(await invoice())],
  ['quote', () => textOf(createElement(QuoteContentCard, { view: quote }))],
  ['printed quote', async () => textOf(await QuoteDocumentTotals({ content, locale: 'en' }))],
  ['acceptance page', acceptancePage],
])('the payment of an order that the customer picks up does not speak of a delivery: %s', async (_, read) => {
  const shown = await read();
  expect(shown).toContain(en.paymentMethod.codPickup);
  expect(shown).not.toContain(en.paymentMethod.cod);
});
