import { expect, it } from 'vitest';
import { totalInCurrency } from '@/lib/orders/order/total-in-currency';

const total = { amount_minor: 1_250, currency: 'USD', decimals: 2 };
const rate = { scaled: 7692, scale: 8 };

it("an order in another currency has a total in the store's currency, at the rate of the order", () => {
  expect(totalInCurrency({ total, exchange_rate: rate }, { code: 'SYP', decimals: 0 })).toEqual({
    amount_minor: 162_507,
    currency: 'SYP',
    decimals: 0,
  });
});

it("an order in the store's currency, or without a rate, has no second total", () => {
  expect(totalInCurrency({ total, exchange_rate: rate }, { code: 'USD', decimals: 2 })).toBeNull();
  expect(totalInCurrency({ total, exchange_rate: null }, { code: 'SYP', decimals: 0 })).toBeNull();
});
