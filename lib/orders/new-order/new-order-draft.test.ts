import { describe, expect, it } from 'vitest';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { readPhone } from '@/lib/shared/phone';
import {
  type ComposerStore,
  type DraftLine,
  draftTotals,
  emptyDraft,
  type NewOrderDraft,
} from './new-order-draft';
import { readDraft } from './read-draft';
import { draftFieldOf } from './new-order-field';

const storeOf = (code: string, decimals: number): ComposerStore => ({
  country: 'SY',
  pricingCurrency: { code, decimals },
  currencies: [{ code, decimals, areDecimalsTaken: false, rate: null }],
  ratesAsOf: null,
  paymentMethods: [{ id: 'cod', walletId: null }],
  provinces: [{ value: 'damascus', ar: 'دمشق', en: 'Damascus' }],
});
const pounds = storeOf('SYP', 0);
const dollars = storeOf('USD', 2);

const lineOf = (line: Partial<DraftLine> = {}): DraftLine => ({
  variantId: null,
  name: 'قميص',
  sku: null,
  quantity: '1',
  price: '100',
  cataloguePriceMinor: null,
  availableQuantity: null,
  ...line,
});
const draftOf = (draft: Partial<NewOrderDraft> = {}, store = pounds): NewOrderDraft => ({
  ...emptyDraft(store),
  method: 'pickup',
  lines: [lineOf()],
  customer: { name: 'سلمى', phone: '0944123456', email: '' },
  ...draft,
});
const delivery = (address: Partial<NewOrderDraft['address']> = {}, fee = ''): Partial<NewOrderDraft> => ({
  method: 'delivery',
  fee,
  address: { address: 'شارع بغداد', province: 'damascus', city: '', notes: '', ...address },
});

describe('a draft becomes the body that the platform accepts', () => {
  it('with agreed prices in minor units, from digits of any script', () => {
    const reading = readDraft(
      draftOf({
        lines: [
          lineOf({ variantId: 'var_1', name: ' Shirt ', quantity: '٣', price: '١٢٬٥٠٠' }),
          lineOf({ name: 'تغليف هدية', price: '0' }),
        ],
        discount: { amount: '500', title: ' زبون دائم ' },
        note: '  ',
        tags: ['واتساب'],
        ...delivery({ city: ' ' }, '2,000'),
      }),
      pounds,
      readPhone,
    );
    expect(reading).toEqual({
      ok: true,
      value: {
        currency: 'SYP',
        status: 'placed',
        items: [
          { variant_id: 'var_1', name: 'Shirt', quantity: 3, unit_price_minor: 12_500 },
          { variant_id: null, name: 'تغليف هدية', quantity: 1, unit_price_minor: 0 },
        ],
        discount: { amount_minor: 500, title: 'زبون دائم' },
        shipping: { amount_minor: 2_000, method: 'delivery' },
        customer: { name: 'سلمى', phone: '+963944123456' },
        shipping_address: { address: 'شارع بغداد', province: 'damascus', city: null, notes: null },
        payment_method: 'cod',
        exchange_rate: null,
        note: null,
        tags: ['واتساب'],
        attributes: {},
        inventory: 'decrement',
      },
    });
    expect(reading.ok && CreateOrderBody.safeParse(reading.value).success).toBe(true);
  });

  it.each([
    ['SYP', 0, '12500', 12_500],
    ['USD', 2, '12.5', 1_250],
    ['USD', 2, '١٢٫٥', 1_250],
    ['KWD', 3, '1.125', 1_125],
  ])('with amounts in %s with %i decimals: %s', (code, decimals, price, minor) => {
    const reading = readDraft(
      draftOf({ lines: [lineOf({ price })] }, storeOf(code, decimals)),
      storeOf(code, decimals),
      readPhone,
    );
    expect(reading).toMatchObject({
      ok: true,
      value: { currency: code, items: [{ unit_price_minor: minor }] },
    });
  });

  it('with an e-mail address only if one was typed, the chosen stock setting, and 19 attributes by name', () => {
    const attributes = Array.from({ length: 19 }, (_, n) => ({ key: `k${n}`, value: n }));
    const reading = readDraft(
      draftOf({
        customer: { name: 'x', phone: '0944123456', email: ' a@b.example ' },
        inventory: 'skip',
        attributes,
      }),
      pounds,
      readPhone,
    );
    expect(reading).toMatchObject({
      value: { customer: { email: 'a@b.example' }, inventory: 'skip', attributes: { k0: 0, k18: 18 } },
    });
    expect(reading.ok && CreateOrderBody.safeParse(reading.value).success).toBe(true);
    const without = readDraft(draftOf({}), pounds, readPhone);
    expect(without.ok && Object.keys(without.value.customer)).toEqual(['name', 'phone']);
  });

  it('with the status approved for a quote, whatever status was chosen for direct creation', () => {
    expect(readDraft(draftOf({ mode: 'quote', status: 'placed' }), pounds, readPhone)).toMatchObject({
      value: { status: 'approved' },
    });
  });

  it('without address and fee for pickup, even if they were typed before', () => {
    const reading = readDraft(draftOf({ ...delivery({}, '900'), method: 'pickup' }), pounds, readPhone);
    expect(reading).toMatchObject({
      value: { shipping: { amount_minor: 0, method: 'pickup' }, shipping_address: null },
    });
  });
});

describe('each problem is reported at its field', () => {
  it.each<[string, Partial<NewOrderDraft>, { field: string; code: string }]>([
    ['no lines', { lines: [] }, { field: 'lines', code: 'no_lines' }],
    ['201 lines', { lines: Array(201).fill(lineOf()) }, { field: 'lines', code: 'too_many_lines' }],
    [
      'a line without a name',
      { lines: [lineOf({ name: ' ' })] },
      { field: 'lines.0.name', code: 'no_item_name' },
    ],
    [
      'a long name',
      { lines: [lineOf({ name: 'x'.repeat(256) })] },
      { field: 'lines.0.name', code: 'too_long' },
    ],
    ['no price', { lines: [lineOf({ price: '' })] }, { field: 'lines.0.price', code: 'no_price' }],
    [
      'a fraction of a pound',
      { lines: [lineOf({ price: '1.5' })] },
      { field: 'lines.0.price', code: 'too_many_decimals' },
    ],
    [
      'a price in words',
      { lines: [lineOf({ price: 'ten' })] },
      { field: 'lines.0.price', code: 'not_a_number' },
    ],
    [
      'a price below zero',
      { lines: [lineOf({ price: '-1' })] },
      { field: 'lines.0.price', code: 'negative' },
    ],
    [
      '2^53',
      { lines: [lineOf({ price: '9007199254740992' })] },
      { field: 'lines.0.price', code: 'too_large' },
    ],
    [
      'a line total that is too large',
      { lines: [lineOf({ price: '9007199254740991', quantity: '2' })] },
      { field: 'lines', code: 'too_large' },
    ],
    [
      'quantity 0',
      { lines: [lineOf(), lineOf({ quantity: '0' })] },
      { field: 'lines.1.quantity', code: 'quantity_range' },
    ],
    [
      'quantity 1.5',
      { lines: [lineOf({ quantity: '1.5' })] },
      { field: 'lines.0.quantity', code: 'quantity_range' },
    ],
    [
      'a discount above the sum',
      { discount: { amount: '101', title: '' } },
      { field: 'discount.amount', code: 'discount_too_large' },
    ],
    [
      'no delivery method, as in an empty form',
      { method: emptyDraft(pounds).method },
      { field: 'method', code: 'no_method' },
    ],
    ['no province', delivery({ province: '' }), { field: 'address.province', code: 'no_province' }],
    ['no address', delivery({ address: ' ' }), { field: 'address.address', code: 'no_address' }],
    ['a fee in words', delivery({}, 'free'), { field: 'fee', code: 'not_a_number' }],
    [
      'no customer',
      { customer: { name: '', phone: '0944123456', email: '' } },
      { field: 'customer.name', code: 'no_customer_name' },
    ],
    [
      'no phone',
      { customer: { name: 'x', phone: '', email: '' } },
      { field: 'customer.phone', code: 'no_phone' },
    ],
    [
      'half a phone',
      { customer: { name: 'x', phone: '094', email: '' } },
      { field: 'customer.phone', code: 'not_a_phone' },
    ],
    [
      'half an e-mail address',
      { customer: { name: 'x', phone: '0944123456', email: 'x@y' } },
      { field: 'customer.email', code: 'not_an_email' },
    ],
    [
      'a payment method that the store does not offer',
      { paymentMethod: 'barter' },
      { field: 'paymentMethod', code: 'method_off' },
    ],
    [
      'a currency that the store does not allow',
      { currency: { code: 'XAU', decimals: 0 }, exchange: { text: '2', inverse: false, store: null } },
      { field: 'currency', code: 'currency_off' },
    ],
    [
      '20 attributes of the merchant',
      { attributes: Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, value: n })) },
      { field: 'attributes', code: 'too_many_attributes' },
    ],
    [
      '19 attributes of a quote, because its reference chip needs one too',
      { mode: 'quote', attributes: Array.from({ length: 19 }, (_, n) => ({ key: `k${n}`, value: n })) },
      { field: 'attributes', code: 'too_many_attributes' },
    ],
    [
      'attributes of more than 8 KB',
      { attributes: Array.from({ length: 9 }, (_, n) => ({ key: `k${n}`, value: 'x'.repeat(1000) })) },
      { field: 'attributes', code: 'too_long' },
    ],
    ['no payment method', { paymentMethod: '' }, { field: 'paymentMethod', code: 'no_payment_method' }],
    ['a long note', { note: 'x'.repeat(5001) }, { field: 'note', code: 'too_long' }],
    ['11 tags', { tags: 'abcdefghijk'.split('') }, { field: 'tags', code: 'too_many_tags' }],
  ])('%s', (_, draft, problem) => {
    expect(readDraft(draftOf(draft), pounds, readPhone)).toEqual({ ok: false, problems: [problem] });
  });

  it('asks for the name of the province if the store has no list of provinces', () => {
    const reading = readDraft(draftOf(delivery({ province: ' ' })), { ...pounds, provinces: [] }, readPhone);
    expect(reading).toEqual({
      ok: false,
      problems: [{ field: 'address.province', code: 'no_province_name' }],
    });
  });

  it('reports all problems together, in the order of the form', () => {
    const reading = readDraft(
      draftOf({ lines: [lineOf({ price: '', quantity: '' })], customer: { name: '', phone: '', email: '' } }),
      pounds,
      readPhone,
    );
    expect(reading.ok ? [] : reading.problems.map((problem) => problem.field)).toEqual([
      'lines.0.quantity',
      'lines.0.price',
      'customer.name',
      'customer.phone',
    ]);
  });
});

describe('totals follow the typed values', () => {
  it.each<[string, Partial<NewOrderDraft>, ComposerStore, number | null, number | null]>([
    ['nothing yet', { lines: [] }, pounds, 0, 0],
    ['pounds', { lines: [lineOf({ quantity: '3', price: '333' })] }, pounds, 999, 999],
    [
      'dollars, without rounding errors of floating-point numbers',
      { lines: [lineOf({ quantity: '3', price: '0.10' }), lineOf({ price: '0.2' })] },
      dollars,
      50,
      50,
    ],
    ['discount and fee', { discount: { amount: '30', title: '' }, ...delivery({}, '5') }, pounds, 100, 75],
    ['the fee of a pickup does not count', { ...delivery({}, '5'), method: 'pickup' }, pounds, 100, 100],
    ['an unreadable price', { lines: [lineOf(), lineOf({ price: 'x' })] }, pounds, null, null],
    ['an unreadable discount', { discount: { amount: 'x', title: '' } }, pounds, 100, null],
    ['a discount above the subtotal', { discount: { amount: '101', title: '' } }, pounds, 100, null],
  ])('%s', (_, draft, store, subtotalMinor, totalMinor) => {
    expect(draftTotals(draftOf(draft, store), store.pricingCurrency.decimals)).toMatchObject({
      subtotalMinor,
      totalMinor,
    });
  });
});

describe('the path of a field in a platform error maps to the form field', () => {
  it.each([
    ['items.0.unit_price_minor', 'lines.0.price'],
    ['items.12.quantity', 'lines.12.quantity'],
    ['items[1].variant_id', 'lines.1.name'],
    ['items.2', 'lines.2.name'],
    ['items', 'lines'],
    ['discount.amount_minor', 'discount.amount'],
    ['shipping_address', 'address.address'],
    ['shipping_address.province', 'address.province'],
    ['customer.phone', 'customer.phone'],
    ['payment_method', 'paymentMethod'],
    ['tags.3', 'tags'],
    ['currency', 'currency'],
    ['exchange_rate.scaled', 'exchange.text'],
    ['attributes.colour', 'attributes'],
    ['customer.email', 'customer.email'],
    ['constructor', null],
    ['', null],
  ])('%s', (path, field) => {
    expect(draftFieldOf(path)).toBe(field);
  });
});
