import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OrderCashNote } from '@/components/cash/order-cash-note';
import { SheetPreviewStep } from '@/components/cash/sheet/sheet-preview';
import { nothingChosen } from '@/components/cash/sheet/sheet-input';
import type { RemittanceSheetWork } from '@/components/cash/sheet/use-remittance-sheet';
import { RoleContext } from '@/components/ui/role-context';
import type { OrderCash } from '@/lib/cash/cash-view';
import type { SheetPreview } from '@/lib/cash/sheet/sheet-commands';
import type { Role } from '@/lib/shared/roles/roles';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { emptyPreview } from '@/tests/support/cash/empty-preview';

const languages = [
  ['ar', ar as typeof en],
  ['en', en],
] as const;
const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });

/** Returns the text of the markup, without tags and direction marks. */
function textOf(shown: ReactNode, locale: 'ar' | 'en', role: Role = 'owner'): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client: new QueryClient() }, shown),
  };
  const page = createElement(NextIntlClientProvider, texts);
  return renderToStaticMarkup(createElement(RoleContext, { value: role }, page))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '');
}

describe('the cash of an order that the store marked as paid', () => {
  const cashOf = (agreement: OrderCash['agreement'], carrierName: string | null): OrderCash => ({
    item: {
      orderId: 'ord_1',
      number: '1001',
      carrierId: null,
      carrierName,
      state: agreement === 'no_cash' ? 'paid' : 'written_off',
      since: '2026-11-20T10:00:00Z',
      days: 9,
      tracking: [],
      due: money(100),
      open: money(100),
      isPaid: true,
      isPartShipped: false,
    },
    entries: [],
    agreement,
  });
  const noteOf = (cash: OrderCash, locale: 'ar' | 'en', role?: Role) =>
    textOf(
      createElement(OrderCashNote, {
        installId: 'inst_1',
        cash,
        post: () => Promise.reject(new Error('not sent')),
      }),
      locale,
      role,
    );

  it.each(languages)(
    'says that the notebook has no cash from the carrier, and offers to record it: %s',
    (locale, { cash: { order } }) => {
      const withCarrier = noteOf(cashOf('no_cash', 'Aramex'), locale);
      expect(withCarrier).toContain(order.no_cash_from.replace('<carrier></carrier>', 'Aramex'));
      expect(withCarrier).toContain(order.record);
      expect(noteOf(cashOf('no_cash', null), locale)).toContain(order.no_cash);
      expect(noteOf(cashOf('written_off', 'Aramex'), locale)).toContain(order.written_off);
      expect(noteOf(cashOf('too_much', 'Aramex'), locale)).toContain(order.too_much);
      expect(noteOf(cashOf('written_off', 'Aramex'), locale)).not.toContain(order.record);
    },
  );

  it('offers to record it only to a user who may post cash', () => {
    expect(noteOf(cashOf('no_cash', 'Aramex'), 'en', 'viewer')).not.toContain(en.cash.order.record);
  });
});

it.each(languages)(
  'a sheet line that is exact after the fee shows the fee and what is owed, and is counted: %s',
  (locale, { cashSheet }) => {
    const row = (line: number, one: 'net' | 'exact', amount: number, fee: number | null) => ({
      line,
      class: one,
      tracking: '',
      order: `${line}`,
      amountText: '',
      orderId: `ord_${line}`,
      orderNumber: `${line}`,
      amount: money(amount),
      due: money(10_000),
      writtenOff: null,
      fee: fee === null ? null : money(fee),
      firstLine: null,
      together: null,
    });
    const preview: SheetPreview = {
      ...emptyPreview,
      classes: [
        { class: 'net', rows: 1, sums: [money(9_750)] },
        { class: 'exact', rows: 1, sums: [money(10_000)] },
      ],
      rows: [row(2, 'net', 9_750, 250), row(3, 'exact', 10_000, null)],
    };
    const work = {
      busy: null,
      accepted: new Set(),
      choices: nothingChosen,
    } as unknown as RemittanceSheetWork;
    const text = textOf(createElement(SheetPreviewStep, { preview, work }), locale);
    const [start = '', middle = ''] = cashSheet.class.net.why.split(/<\w+><\/\w+>/);
    for (const part of [start, middle, '97.50', '2.50', '100.00']) expect(text).toContain(part);
    expect(text).toContain(
      locale === 'ar' ? 'سطر واحد مطابق بعد الأجرة' : '1 line is exactly what is owed after',
    );
    expect(text).toContain(locale === 'ar' ? 'سجّل طلبين' : 'Record 2 orders');
  },
);

it.each(languages)(
  'two parcels of one order show their sum, and the order is counted once: %s',
  (locale, words) => {
    const row = (line: number, amount: number) => ({
      line,
      class: 'exact' as const,
      tracking: `T-${line}`,
      order: '',
      amountText: '',
      orderId: 'ord_1',
      orderNumber: '1',
      amount: money(amount),
      due: money(10_000),
      writtenOff: null,
      fee: null,
      firstLine: null,
      together: money(10_000),
    });
    const preview: SheetPreview = {
      ...emptyPreview,
      classes: [{ class: 'exact', rows: 3, sums: [money(15_000)] }],
      rows: [row(2, 6_000), row(3, 4_000)],
    };
    const work = {
      busy: null,
      accepted: new Set(),
      choices: nothingChosen,
    } as unknown as RemittanceSheetWork;
    const text = textOf(createElement(SheetPreviewStep, { preview, work }), locale);
    const [start = ''] = words.cashSheet.together.split('<sum>');
    expect(text.split(start)).toHaveLength(3);
    expect(text).toContain('100.00');
    expect(text).toContain(locale === 'ar' ? 'سجّل طلبين' : 'Record 2 orders');
  },
);

it.each(languages)(
  'a class with more lines than are shown has a button that shows all of them: %s',
  (locale) => {
    const textWith = (rows: number) => {
      const preview = { ...emptyPreview, classes: [{ class: 'unknown' as const, rows, sums: [] }] };
      const work = { busy: null, full: [], accepted: new Set(), choices: nothingChosen };
      const step = { preview, work: work as unknown as RemittanceSheetWork };
      return textOf(createElement(SheetPreviewStep, step), locale);
    };
    const all = locale === 'ar' ? 'اعرض السطور كلها (130)' : 'Show all 130 lines';
    expect(textWith(130)).toContain(all);
    expect(textWith(0)).not.toContain(all.slice(0, 8));
  },
);

it.each(languages)(
  'a line about an order that the store wrote off says so and can be accepted: %s',
  (locale, words) => {
    const preview: SheetPreview = {
      ...emptyPreview,
      classes: [{ class: 'written_off', rows: 1, sums: [money(6_000)] }],
      rows: [
        {
          line: 2,
          class: 'written_off',
          tracking: 'T-2',
          order: '',
          amountText: '',
          orderId: 'ord_1',
          orderNumber: '1',
          amount: money(6_000),
          due: money(0),
          writtenOff: money(10_000),
          fee: null,
          firstLine: null,
          together: null,
        },
      ],
    };
    const work = {
      busy: null,
      accepted: new Set([2]),
      choices: nothingChosen,
    } as unknown as RemittanceSheetWork;
    const text = textOf(createElement(SheetPreviewStep, { preview, work }), locale);
    for (const part of words.cashSheet.class.written_off.accept.split(/<\w+><\/\w+>/))
      expect(text).toContain(part);
    expect(text).toContain('100.00');
    expect(text).toContain(locale === 'ar' ? 'سجّل طلبًا واحدًا' : 'Record 1 order');
  },
);
