import { describe, expect, it } from 'vitest';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { readPhone } from '@/lib/shared/phone';
import { draftOfOrder } from './draft-of-order';
import type { ComposerStore } from './new-order-draft';
import { readDraft } from './read-draft';
import { NewOrderDraftSchema } from './new-order-draft-schema';

const store: ComposerStore = {
  country: 'SY',
  pricingCurrency: { code: 'SYP', decimals: 0 },
  currencies: [
    { code: 'SYP', decimals: 0, areDecimalsTaken: false, rate: null },
    { code: 'USD', decimals: 2, areDecimalsTaken: false, rate: { scaled: 7692, scale: 8 } },
  ],
  ratesAsOf: null,
  paymentMethods: [{ id: 'cod', walletId: null }],
  provinces: [{ value: 'homs', ar: 'حمص', en: 'Homs' }],
};

const order = CreateOrderBody.parse({
  currency: 'USD',
  status: 'approved',
  items: [
    { variant_id: 'var_1', name: 'قهوة', quantity: 3, unit_price_minor: 1_250 },
    { name: 'تغليف', quantity: 1, unit_price_minor: 0 },
  ],
  discount: { amount_minor: 105, title: 'زبون قديم' },
  shipping: { amount_minor: 299, method: 'delivery' },
  shipping_address: { address: 'شارع ١', province: 'homs', city: 'حمص', notes: null },
  customer: { name: 'سلمى', phone: '+963944123456', email: 'salma@example.com' },
  payment_method: 'cod',
  exchange_rate: { scaled: 7_715, scale: 8 },
  note: 'call first',
  tags: ['vip'],
  attributes: { gift: true, source: 'chat' },
  inventory: 'skip',
});

describe('the draft of an earlier order', () => {
  it.each([
    ['an order in a foreign currency, with delivery', order, 2],
    [
      "an order in the store's own currency, with pickup",
      CreateOrderBody.parse({
        ...order,
        currency: 'SYP',
        exchange_rate: null,
        discount: null,
        shipping_address: null,
        shipping: { amount_minor: 0, method: 'pickup' },
      }),
      0,
    ],
  ])('gives the same order when nothing is changed: %s', (_, before, decimals) => {
    const draft = NewOrderDraftSchema.parse(
      draftOfOrder(before, { decimals, mode: 'quote', isFeeOpen: false }),
    );
    const reading = readDraft(draft, store, readPhone);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    expect(CreateOrderBody.parse(reading.value)).toEqual({
      ...before,
      items: before.items.map((item) => ({ ...item, variant_id: item.variant_id ?? null })),
    });
  });
});
