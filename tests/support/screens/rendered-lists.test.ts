import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DiscountRow } from '@/components/discounts/discount-row';
import { QuoteEvidenceCard } from '@/components/quotes/detail/quote-evidence-card';
import { QuoteTableRow } from '@/components/quotes/list/quote-table-row';
import type { DiscountItem } from '@/lib/discounts/discount-view';
import { quoteStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

type Provider = ComponentProps<typeof NextIntlClientProvider>;

const render = (children: ReactNode, locale: 'ar' | 'en' = 'en') => {
  const texts: Provider = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
};

/** Returns the markup of a row inside a table. */
const inTable = (row: ReactNode) => createElement('table', null, createElement('tbody', null, row));

const discount: DiscountItem = {
  id: 'dsc_1',
  state: 'active',
  title: 'Autumn',
  code: null,
  method: 'automatic',
  valueType: 'percentage',
  target: 'order',
  percent: 15,
  amount: null,
  usedCount: 9,
  usageLimit: 50,
  onPos: true,
  online: true,
  startsAt: null,
  endsAt: null,
};

it('the value of a discount names what is free or what is reduced', () => {
  const shown = (change: Partial<DiscountItem>, locale?: 'ar') =>
    render(inTable(createElement(DiscountRow, { discount: { ...discount, ...change } })), locale);
  const text = (change: Partial<DiscountItem>, locale?: 'ar') =>
    shown(change, locale).replace(/<[^>]*>/g, '');
  const { freeShipping } = en.discounts.targets;
  expect(text({})).toContain('15% off the order');
  expect(text({}, 'ar')).toMatch(/خصم \S+ على الطلب/);
  expect(text({ target: 'shipping', percent: 50 })).toContain('50% off delivery');
  expect(text({ target: 'shipping', percent: 100 })).toContain(freeShipping);
  expect(text({ target: 'shipping', percent: 100 })).not.toContain('100%');
  expect(text({ percent: 100 })).not.toContain(freeShipping);
  expect(text({ target: null })).toContain('15%');
  expect(text({ percent: null })).toContain('–');
  expect(text({ percent: null })).not.toContain('off');
});

it('the uses of a discount have a noun', () => {
  const shown = (locale: 'ar' | 'en', usedCount: number) =>
    render(inTable(createElement(DiscountRow, { discount: { ...discount, usedCount } })), locale).replace(
      /<[^>]*>/g,
      '',
    );
  expect(shown('en', 9)).toContain('Used 9 of 50 times');
  expect(shown('ar', 2)).toMatch(/استُخدم مرتين من \S/);
  expect(shown('ar', 9)).toMatch(/استُخدم \S+ مرات من \S/);
  expect(shown('ar', 11)).toMatch(/استُخدم \S+ مرة من \S/);
});

const accepted: QuoteView['events'][number] = {
  id: '1',
  kind: 'accepted',
  at: '2026-11-20T10:00:05Z',
  side: 'customer',
  by: 'Rima',
  message: null,
  version: 1,
};

const quote: QuoteView = {
  id: '1',
  isUnreadable: false,
  number: 'Q-1',
  state: 'sent',
  customerName: 'Rima',
  isPersonHidden: false,
  total: null,
  version: 1,
  updatedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-06T00:00:00Z',
  hasDraft: false,
  changeRequested: false,
  areDigitsClosed: false,
  isRateMoved: false,
  order: null,
  madeBy: null,
  content: null,
  contentHash: 'ad2810674345ffff',
  sentAt: null,
  link: null,
  events: [accepted],
  problem: null,
  can: { rewrite: false, withdraw: false, withdrawLink: false, retry: false, accept: false },
};

it('a row of the quotes list shows the last day only while the quote is open, or if it has expired', () => {
  const withDay = quoteStates.filter((state) => {
    const row = { installId: 'i', quote: { ...quote, state }, hasNames: false, deleteDraft: null };
    return render(inTable(createElement(QuoteTableRow, row))).includes(en.quotes.columns.validUntil);
  });
  expect(withDay).toEqual(['sent', 'opened', 'expired']);
});

it('the proof of acceptance hides the hash of the version in the technical details', () => {
  const card = render(createElement(QuoteEvidenceCard, { view: quote }));
  const [facts, details] = card.split('<details');
  expect(facts).toMatch(/November 20, 2026 at 10:00\sAM/);
  expect(facts).not.toContain('ad2810674345');
  expect(details).toContain('ad2810674345…');
});
