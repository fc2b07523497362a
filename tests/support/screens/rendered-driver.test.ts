import { expect, it } from 'vitest';
import { sheetPage } from '@/app/(public)/d/[token]/sheet-page';
import type { StopView } from '@/lib/deliveries/delivery-view';

type Linked = Parameters<typeof sheetPage>[0]['linked'];

const stopOf = (number: string, phone: string, change: Partial<StopView> = {}): StopView => ({
  id: `00000000-0000-4000-8000-00000000${number}`,
  orderId: `ord_${number}`,
  number,
  due: { amount_minor: 85_000, currency: 'SYP', decimals: 0 },
  content: { name: 'هدى', phone, address: '', province: '', provinceName: null, city: '', notes: '' },
  result: null,
  earlierPaid: null,
  ...change,
});

const plain = (html: string) =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/[\u00a0\u200e\u200f\u2066-\u2069]/g, ' ');

/** Returns the text of each stop's card on the driver's page. */
function cardsOf(locale: 'ar' | 'en', stops: StopView[], toText = plain): string[] {
  const linked = { day: '2026-12-01', storeName: 'Levant', country: 'SY', timeZone: 'UTC', note: '', stops };
  const page = sheetPage({
    linked: linked as unknown as Linked,
    locale,
    isUnlocked: true,
    unlockProblem: null,
    stopProblem: null,
  });
  return String(page)
    .split('<article')
    .slice(1)
    .map((html) => toText(html));
}

it.each([
  ['ar', 'طلبان لهذا الزبون: ', 'قطعتان'],
  ['en', '2 orders for this customer: ', '2 pieces'],
] as const)(
  'the driver sees which orders are for one customer, what they cost together, and the pieces of a parcel (%s)',
  (locale, together, pieces) => {
    const [one = '', other = '', alone = '', ended = ''] = cardsOf(locale, [
      stopOf('1061', '+963944123456', { pieces: 2 }),
      stopOf('1062', '+963944123456'),
      stopOf('1063', '+963955000000'),
      stopOf('1064', '+963944123456', { ended: 'cancelled', pieces: 2 }),
    ]);
    expect(one).toContain(together);
    expect(one).toContain('170,000');
    expect(one).toContain(pieces);
    expect(other).toContain(together);
    expect(other).not.toContain(pieces);
    expect(alone).not.toContain(together);
    // An order that must not be delivered is no reason to visit the customer.
    expect(ended).not.toContain(together);
    expect(ended).not.toContain(pieces);
  },
);

it.each(['ar', 'en'] as const)(
  'a stop that the driver answered no longer counts in what one customer pays (%s)',
  (locale) => {
    const paid = { amount_minor: 85_000, currency: 'SYP', decimals: 0 };
    const result = { id: 'answer', answer: 'paid' as const, paid, reason: '', at: '2026-12-01T09:00:00Z' };
    const phone = '+963944123456';
    const cards = (...stops: StopView[]) => cardsOf(locale, stops).map((card) => card.includes('170,000'));
    const together = locale === 'ar' ? 'لهذا الزبون' : 'this customer';
    const [answered = '', last = ''] = cardsOf(locale, [
      stopOf('1061', phone, { result }),
      stopOf('1062', phone),
    ]);
    expect(answered).not.toContain(together);
    expect(last).not.toContain(together);
    // Two stops are left, so the sum has only them.
    expect(cards(stopOf('1061', phone, { result }), stopOf('1062', phone), stopOf('1063', phone))).toEqual([
      false,
      true,
      true,
    ]);
  },
);

it.each([
  ['ar', 'طلبان لهذا الزبون'],
  ['en', '2 orders for this customer'],
] as const)(
  'the driver sees no sum of one customer while the store must say one of its amounts (%s)',
  (locale, together) => {
    const phone = '+963944123456';
    const cards = cardsOf(locale, [
      stopOf('1061', phone, { partCarriers: ['Aleppo'] }),
      stopOf('1062', phone),
    ]);
    for (const card of cards) {
      expect(card).toContain(together);
      expect(card).not.toContain(`${together}:`);
      expect(card).not.toContain('170,000');
    }
  },
);

it.each([
  ['ar', 'اتصل'],
  ['en', 'Call'],
] as const)(
  'the button for a call shows no number, and a screen reader gets the number (%s)',
  (locale, call) => {
    const [card = ''] = cardsOf(locale, [stopOf('1061', '+963944123456')], (html) => html);
    expect(card).toContain(`href="tel:+963944123456" aria-label="${call} +963944123456">${call}</a>`);
  },
);
