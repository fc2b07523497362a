import { describe, expect, it } from 'vitest';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import { readDetails } from '@/lib/catalogue/details/read-details';
import type { MatchedItem, PasteTarget } from '@/lib/catalogue/message-match';
import { ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import { readPhone } from '@/lib/shared/phone';
import { chipsOf, firstAccepted, toggled } from './detail-chips';
import { reviewRow } from './paste-review';
import { reviewMessage } from './review-message';

const target: PasteTarget = {
  country: 'SY',
  provinces: [
    { value: 'aleppo', ar: 'محافظة حلب', en: 'Aleppo Governorate' },
    { value: 'rif_dimashq', ar: 'ريف دمشق', en: 'Rif Dimashq' },
  ],
  currency: { code: 'SYP', decimals: 0 },
  typed: { phone: '', name: '', province: '', address: '' },
};

type Listed = { listed?: number; quantity?: number; to?: Partial<PasteTarget> };

/**
 * Returns the chips for a message with one item. The item is a shawl, and `listed` is its catalogue price in Syrian
 * pounds.
 */
function chips(text: string, { listed, quantity = 2, to = {} }: Listed = {}) {
  const variant = {
    id: VariantId.parse('v'),
    name: '',
    status: 'active',
    ...(listed && { price: { amount_minor: listed, currency: 'SYP', decimals: 0 } }),
  };
  const hit = catalogueHit({ id: ProductId.parse('p'), name: 'شال' }, variant, true);
  const item: MatchedItem = {
    code: 'hit',
    text: 'شال',
    quantity,
    isQuantitySaid: true,
    price: null,
    candidates: [{ hit, quantity }],
  };
  const details = readDetails(text, [item]);
  return chipsOf({
    details,
    rows: [reviewRow(item)],
    itemRows: [0],
    target: { ...target, ...to },
    readPhone,
    locale: 'ar',
  });
}
const values = (all: ReturnType<typeof chips>) => all.map(({ field, value }) => `${field} ${value}`);

describe('the chips of a pasted message', () => {
  const whole = 'الاسم: ريما الحسن\nالموبايل: 0944 123 456\nالمحافظة: حلب\nالعنوان: الفرقان، شارع النيل';

  it('offer the details, with the area as the value of the store', () => {
    expect(values(chips(whole))).toEqual([
      'phone 0944 123 456',
      'name ريما الحسن',
      'province aleppo',
      'address الفرقان، شارع النيل',
    ]);
  });

  it('are accepted from the start only for a name and a phone number, and not if they replace typed text', () => {
    expect([...firstAccepted(chips(whole))]).toEqual(['phone', 'name']);
    const typed = { ...target.typed, name: 'ريم', phone: '0944 123 456' };
    const over = chips(whole, { to: { typed } });
    expect(values(over)).toEqual(['name ريما الحسن', 'province aleppo', 'address الفرقان، شارع النيل']);
    expect([...firstAccepted(over)]).toEqual([]);
  });

  it('offer no area to which the store does not deliver', () => {
    expect(values(chips('المحافظة: درعا'))).toEqual([]);
  });

  it('offer a phone number that the form would refuse, but do not accept it from the start', () => {
    const foreign = chips('موبايل: 01012345678');
    expect(values(foreign)).toEqual(['phone 01012345678']);
    expect([...firstAccepted(foreign)]).toEqual([]);
    expect([...firstAccepted(chips('موبايل: +20 101 234 5678'))]).toEqual(['phone']);
  });

  it.each([
    ['the price of one piece', 'شال، اتفقنا القطعة ب 290 ألف', {}, ['price 290000']],
    ['a price in all as the price of one piece', 'شال، اتفقنا المجموع 580 ألف', {}, ['price 290000']],
    ['both readings of a price without a basis', 'شال ب 580 ألف', {}, ['price 580000', 'price 290000']],
    [
      '"290" as thousands next to the catalogue price',
      'شال ب 290',
      { quantity: 1, listed: 300_000 },
      ['price 290000'],
    ],
    ['"290" as it is next to the catalogue price', 'شال ب 290', { quantity: 1, listed: 350 }, ['price 290']],
    [
      'both readings of "290" without a catalogue price',
      'شال ب 290',
      { quantity: 1 },
      ['price 290', 'price 290000'],
    ],
    ['no price that cannot be divided', 'شال، المجموع 5 ليرة', {}, []],
    ['no price in another currency', 'شال ب 29 دولار', {}, []],
    ['no price with more than two readings', 'شال ب 290', {}, []],
  ])('offer %s', (_, text, listed, expected) => {
    expect(values(chips(text, listed))).toEqual(expected);
  });

  it('have at most one accepted price for an item, and a second tap removes it', () => {
    const [each, total] = chips('شال ب 580 ألف');
    if (!each || !total) throw new Error('two prices are expected');
    const first = toggled(new Set(), each, [each, total]);
    const second = toggled(first, total, [each, total]);
    expect([...second]).toEqual([total.id]);
    expect([...toggled(second, total, [each, total])]).toEqual([]);
  });
});

it('the review has no row for text that is a part of the name, the phone number or the address', () => {
  const none: Omit<Extract<MatchedItem, { code: 'none' }>, 'text'> = {
    code: 'none',
    candidates: [],
    quantity: 1,
    isQuantitySaid: false,
    price: null,
  };
  const items: MatchedItem[] = [
    { ...none, text: 'كروت معايدة', quantity: 5, isQuantitySaid: true },
    { ...none, text: 'ريما الحسن' },
    { ...none, text: '٠٩٤٤١٢٣٤٥٦' },
    { ...none, text: 'الفرقان شارع النيل بناء', quantity: 12, isQuantitySaid: true },
  ];
  const text = 'بدي ٥ كروت معايدة ب ٥٠٠٠ ليرة\nريما الحسن\n٠٩٤٤١٢٣٤٥٦\nحلب، الفرقان، شارع النيل، بناء ١٢';
  const { rows, itemRows, details } = reviewMessage(text, items);
  expect(rows.map(({ item }) => item.text)).toEqual(['كروت معايدة']);
  expect(itemRows).toEqual([0]);
  expect(details.prices.map(({ value }) => [value.item, value.amount])).toEqual([[0, 5_000]]);
});
