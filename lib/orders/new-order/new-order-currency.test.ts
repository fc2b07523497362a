import { describe, expect, it } from 'vitest';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { readPhone } from '@/lib/shared/phone';
import {
  currencyAgreedIn,
  isRateOvertaken,
  lineInCurrency,
  pricingTotalMinor,
  rateOf,
  suggestedExchange,
  withCurrency,
  withExchange,
} from './new-order-currency';
import { type ComposerStore, type DraftLine, emptyDraft, type NewOrderDraft } from './new-order-draft';
import { readDraft } from './read-draft';
import { NewOrderDraftSchema, StoredDraft, storedDraft } from './new-order-draft-schema';

/** Rate of the test: 1 SYP = 0.00007692 USD. The form displays this rate as "1 USD = 13,000.52 SYP". */
const rate = { scaled: 7692, scale: 8 };
const store: ComposerStore = {
  country: 'SY',
  pricingCurrency: { code: 'SYP', decimals: 0 },
  currencies: [
    { code: 'SYP', decimals: 0, areDecimalsTaken: false, rate: null },
    { code: 'USD', decimals: 2, areDecimalsTaken: false, rate },
    { code: 'EUR', decimals: 2, areDecimalsTaken: true, rate: null },
  ],
  ratesAsOf: '2026-11-22T00:00:00Z',
  paymentMethods: [{ id: 'cod', walletId: null }],
  provinces: [],
};
const line = (over: Partial<DraftLine>): DraftLine => ({
  variantId: 'var_1',
  name: 'Soap',
  sku: null,
  quantity: '2',
  price: '130000',
  cataloguePriceMinor: 130_000,
  availableQuantity: 5,
  ...over,
});
const custom = (over: Partial<DraftLine> = {}) =>
  line({ variantId: null, cataloguePriceMinor: null, availableQuantity: null, ...over });
const draftOf = (draft: Partial<NewOrderDraft>): NewOrderDraft => ({
  ...emptyDraft(store),
  method: 'pickup',
  customer: { name: 'Salma', phone: '0944123456', email: '' },
  ...draft,
});

describe('an order in another currency', () => {
  const dollars = withCurrency(draftOf({ lines: [line({})] }), store, 'USD');

  it("CRE-11: the store's rate is suggested in the direction that merchants use, and is sent with all its digits", () => {
    expect(dollars.exchange).toEqual({
      text: '13000.52',
      inverse: true,
      store: { ...rate, asOf: store.ratesAsOf },
    });
    const reading = readDraft(dollars, store, readPhone);
    expect(reading).toMatchObject({ ok: true, value: { currency: 'USD', exchange_rate: rate } });
    expect(reading.ok && CreateOrderBody.safeParse(reading.value).success).toBe(true);
  });

  it('converts lines at the catalogue price, and reports the total in both currencies', () => {
    // The catalogue price is 130,000 SYP × 0.00007692 = 9.9996 USD, rounded to 10.00 USD. Two pieces cost 20.00 USD, or
    // 260,010.4 SYP.
    expect(dollars.lines[0]?.price).toBe('10.00');
    expect(pricingTotalMinor(dollars, store)).toBe(260_010);
    expect(withCurrency(dollars, store, 'SYP').lines[0]?.price).toBe('130000');
  });

  it('keeps typed amounts, and cannot be sent in another currency before they are checked', () => {
    const typed = draftOf({
      lines: [line({ price: '125000', agreedIn: 'SYP' }), custom({ price: '5000' }), line({})],
      discount: { amount: '1000', title: '' },
      method: 'delivery',
      fee: '3000',
      address: { address: 'x', province: 'damascus', city: '', notes: '' },
    });
    const changed = withCurrency(typed, store, 'USD');
    expect(changed.lines.map(({ price }) => price)).toEqual(['125000', '5000', '10.00']);
    const reading = readDraft(changed, store, readPhone);
    expect(reading.ok ? [] : reading.problems).toEqual(
      ['lines.0.price', 'lines.1.price', 'discount.amount', 'fee'].map((field) => ({
        field,
        code: 'check_amount',
      })),
    );
    // The order is changed back to the currency in which the amounts were typed. So the user need not check any amount.
    expect(readDraft(withCurrency(changed, store, 'SYP'), store, readPhone).ok).toBe(true);
  });

  it('cannot be sent without a readable rate, and sends no rate in the pricing currency', () => {
    expect(suggestedExchange(store, 'EUR')).toBeNull();
    const euros = withCurrency(draftOf({ lines: [custom({ price: '5' })] }), store, 'EUR');
    expect(readDraft(euros, store, readPhone)).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([{ field: 'exchange.text', code: 'no_rate' }]),
    });
    const own = withCurrency(dollars, store, 'SYP');
    expect(readDraft(own, store, readPhone)).toMatchObject({ value: { exchange_rate: null } });
  });
});

describe('the rate of a draft', () => {
  const dollars = withCurrency(draftOf({ lines: [line({})] }), store, 'USD');

  it('stays as it was chosen when the store has another rate later', () => {
    const later = {
      ...store,
      currencies: store.currencies.map((one) =>
        one.code === 'USD' ? { ...one, rate: { scaled: 7143, scale: 8 } } : one,
      ),
    };
    expect(isRateOvertaken(dollars, store)).toBe(false);
    expect(isRateOvertaken(dollars, later)).toBe(true);
    expect(readDraft(dollars, later, readPhone)).toMatchObject({ value: { exchange_rate: rate } });
    expect(withExchange(dollars, later, suggestedExchange(later, 'USD')).lines[0]?.price).toBe('9.29');
  });

  it('is the typed rate after the user types one; catalogue prices follow it, and an incomplete number changes nothing', () => {
    const typed = (text: string) =>
      withExchange(dollars, store, dollars.exchange && { ...dollars.exchange, text });
    expect(rateOf(typed('١٠٠٠٠'))).toEqual({ scaled: 1, scale: 4 });
    expect(typed('10000').lines[0]?.price).toBe('13.00');
    expect(typed('').lines[0]?.price).toBe('10.00');
    expect(readDraft(typed('abc'), store, readPhone)).toMatchObject({
      problems: [{ field: 'exchange.text', code: 'not_a_number' }],
    });
  });
});

describe('an added line', () => {
  const dollars = withCurrency(draftOf({}), store, 'USD');

  it("gets the catalogue price in the order's currency", () => {
    expect(lineInCurrency(line({}), dollars, store)).toMatchObject({ price: '10.00', agreedIn: undefined });
    expect(lineInCurrency(line({}), draftOf({}), store)).toMatchObject({ price: '130000' });
  });

  it('with another price counts as agreed in the pricing currency, and must be checked in a foreign currency', () => {
    expect(lineInCurrency(line({ price: '120000' }), dollars, store)).toMatchObject({
      price: '120000',
      agreedIn: 'SYP',
    });
    expect(lineInCurrency(custom({ price: '' }), dollars, store).agreedIn).toBeUndefined();
  });

  it('counts as agreed when its price is typed, until the price equals the catalogue price again', () => {
    const added = lineInCurrency(line({}), dollars, store);
    expect(currencyAgreedIn(added, '9.50', dollars, store)).toBe('USD');
    expect(currencyAgreedIn(added, '10', dollars, store)).toBeUndefined();
  });
});

describe('a saved draft', () => {
  it('is restored completely, also with incomplete fields', () => {
    const draft = withCurrency(
      draftOf({
        lines: [line({ price: '12.', quantity: '' }), custom({ name: '' })],
        customer: { name: '', phone: '09', email: 'x@' },
        attributes: [{ key: 'colour', value: 'أزرق' }],
      }),
      store,
      'USD',
    );
    expect(NewOrderDraftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(
      JSON.parse(JSON.stringify(draft)),
    );
  });

  it('is stored without an empty delivery method, which the previous release refuses, and read back as it was', () => {
    const draft = draftOf({ method: '' });
    const stored = JSON.parse(JSON.stringify(storedDraft(draft)));
    expect(stored).toMatchObject({ method: 'pickup' });
    expect(StoredDraft.parse(stored)).toEqual(JSON.parse(JSON.stringify(draft)));
    for (const method of ['pickup', 'delivery'] as const)
      expect(StoredDraft.parse(storedDraft(draftOf({ method })))).toMatchObject({ method });
  });

  it('keeps the write about which its form has warned', () => {
    const id = crypto.randomUUID();
    const earlier = { id: crypto.randomUUID(), code: 'needs_review' as const };
    const draft = draftOf({ operation: { id, outcomeUnknown: false, earlier } });
    expect(StoredDraft.parse(storedDraft(draft)).operation).toEqual({ id, outcomeUnknown: false, earlier });
    expect(NewOrderDraftSchema.parse(draft).operation?.earlier).toEqual(earlier);
  });

  it.each<[string, object]>([
    ['a later version', { version: 2 }],
    ['201 lines', { lines: Array(201).fill(line({})) }],
    ['a product name of one megabyte', { lines: [line({ name: 'x'.repeat(1_000_000) })] }],
    ['__proto__ as an attribute', { attributes: [{ key: '__PROTO__', value: 1 }] }],
    ['a currency that is not an object', { currency: null }],
  ])('is refused: %s', (_, change) => {
    expect(NewOrderDraftSchema.safeParse({ ...draftOf({}), ...change }).success).toBe(false);
  });
});
