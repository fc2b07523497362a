import { createFormatter, createTranslator } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SheetDocument } from '@/components/deliveries/sheet-document';
import type { SheetView } from '@/lib/deliveries/delivery-view';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';
import { openSheet } from '@/tests/support/screens/open-sheet';

vi.mock('next-intl/server', () => ({
  getTranslations: ({ locale, namespace }: { locale: 'ar' | 'en'; namespace: 'deliveries' | 'driverPage' }) =>
    Promise.resolve(createTranslator({ locale, messages: locale === 'ar' ? ar : en, namespace })),
  getFormatter: ({ locale }: { locale: string }) =>
    Promise.resolve(createFormatter({ locale, timeZone: 'UTC' })),
}));

const stop = {
  id: 'stop_1',
  orderId: 'ord_1',
  number: '1001',
  due: { amount_minor: 9_100, currency: 'USD', decimals: 2 },
  content: null,
  result: null,
  earlierPaid: null,
};

it.each([
  ['en', 'Ask the store ($91.00 at most)', 'To collect: At most $182.00', 'To collect: $182.00'],
  ['ar', 'يحدّده المتجر (91.00 US$ على الأكثر)', 'للتحصيل: 182.00 US$ على الأكثر', 'للتحصيل: 182.00 US$'],
] as const)(
  'the printed sheet shows the amount and the sum only as upper limits if a part was already sent (%s)',
  async (locale, askStore, atMost, sum) => {
    const print = async (stops: SheetView['stops']) => {
      const sheet: SheetView = { ...openSheet, stops };
      const shown = renderToStaticMarkup(
        await SheetDocument({ sheet, store: { name: 'Store', country: 'SY' }, locale, paper: 'a4' }),
      );
      // Direction marks are left out, because they are not visible.
      return shown.replaceAll(/<[^>]*>|[\u200e\u200f]/g, '').replaceAll('\u00a0', ' ');
    };
    const second = { ...stop, id: 'stop_2' };
    const part = await print([stop, { ...second, partCarriers: [] }]);
    expect(part).toContain(askStore);
    expect(part).toContain(atMost);
    const whole = await print([stop, second]);
    expect(whole).toContain(sum);
    expect(whole).not.toContain(atMost);
    expect(whole).not.toContain(askStore);
  },
);

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'the printed sheet says that a part was already sent, but not with which carrier (%s)',
  async (locale, texts) => {
    const print = async (stops: SheetView['stops']) => {
      const sheet: SheetView = { ...openSheet, stops };
      return renderToStaticMarkup(
        await SheetDocument({ sheet, store: { name: 'Store', country: 'SY' }, locale, paper: 'a4' }),
      );
    };
    const part = await print([{ ...stop, partCarriers: ['Aramex'] }]);
    expect(part).toContain(texts.driverPage.part);
    expect(part).not.toContain('Aramex');
    expect(await print([stop])).not.toContain(texts.driverPage.part);
    const ended = await print([{ ...stop, partCarriers: [], ended: 'cancelled' }]);
    expect(ended).not.toContain(texts.driverPage.part);
    const paid = await print([{ ...stop, partCarriers: [], due: { ...stop.due, amount_minor: 0 } }]);
    expect(paid).not.toContain(texts.driverPage.part);
  },
);

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'a PDF of the printed sheet opens WhatsApp only with an international number (%s)',
  async (locale, texts) => {
    const chatsOf = async (phoneNumber: string) => {
      const content = { name: 'Salma', phone: phoneNumber, address: '', province: '', provinceName: null };
      const stops = [{ ...stop, content: { ...content, city: '', notes: '' } }];
      const sheet: SheetView = { ...openSheet, stops };
      const shown = renderToStaticMarkup(
        await SheetDocument({ sheet, store: { name: 'Store', country: 'SY' }, locale, paper: 'a4' }),
      );
      return [...shown.matchAll(/<a href="(https:[^"]*)"[^>]*>([^<]*)</g)].map(([, ...link]) => link);
    };
    expect(await chatsOf('+963 944 123 456')).toEqual([
      ['https://wa.me/963944123456', texts.driverPage.whatsapp],
    ]);
    expect(await chatsOf('0944 123 456')).toEqual([]);
  },
);

it.each(['en', 'ar'] as const)(
  'a PDF of the printed sheet calls the customer and opens the map, and an empty address is no link (%s)',
  async (locale) => {
    const content = {
      name: 'Salma',
      phone: '+963 944 123 456',
      address: 'Street 1 & "2"',
      province: 'damascus',
      provinceName: { ar: 'دمشق', en: 'Damascus' },
      city: 'Beirut',
      notes: '',
    };
    const linksOf = async (changed: Partial<typeof content>) => {
      const sheet: SheetView = { ...openSheet, stops: [{ ...stop, content: { ...content, ...changed } }] };
      const shown = renderToStaticMarkup(
        await SheetDocument({ sheet, store: { name: 'Store', country: 'SY' }, locale, paper: 'a4' }),
      );
      return [...shown.matchAll(/<a href="([^"]*)"[^>]*><bdi[^>]*>([^<]*)</g)].map(([, href = '', text]) => [
        href.replaceAll('&amp;', '&'),
        text,
      ]);
    };
    const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent('Street 1 & "2", Beirut, دمشق')}`;
    expect(await linksOf({})).toEqual([
      ['tel:+963944123456', '+963 944 123 456'],
      [map, 'Street 1 &amp; &quot;2&quot;'],
    ]);
    expect(await linksOf({ phone: '', address: '' })).toEqual([]);
  },
);
