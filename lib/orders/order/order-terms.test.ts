import { expect, it } from 'vitest';
import { differingStorePrices } from '@/lib/orders/order/order-terms';

const money = (amount_minor: number, currency = 'SYP', decimals = 0) => ({
  amount_minor,
  currency,
  decimals,
});
const line = (id: string, variant_id: string | null, unit_price: ReturnType<typeof money>) => ({
  id,
  variant_id,
  kind: 'variant' as const,
  name: id,
  quantity: 1,
  unit_price,
  total: unit_price,
});
const stored = { var_1: money(130_000), var_2: money(50_000) };

it('the store price of a line is returned only if another price was agreed', () => {
  const items = [line('a', 'var_1', money(120_000)), line('b', 'var_2', money(50_000))];
  expect(differingStorePrices({ items, exchange_rate: null }, stored)).toEqual({ a: money(130_000) });
});

it('in another currency the store price is compared at the exchange rate of the order', () => {
  const rate = { scaled: 7692, scale: 8 };
  const items = [line('a', 'var_1', money(1_000, 'USD', 2)), line('b', 'var_2', money(300, 'USD', 2))];
  expect(differingStorePrices({ items, exchange_rate: rate }, stored)).toEqual({ b: money(50_000) });
  expect(differingStorePrices({ items, exchange_rate: null }, stored)).toEqual({});
});

it.each([null, undefined, 'text', { var_1: 'text' }, {}])(
  'an order for which the app stored %j has no store prices',
  (nothing) => {
    const items = [line('a', 'var_1', money(120_000)), line('b', null, money(1))];
    expect(differingStorePrices({ items, exchange_rate: null }, nothing)).toEqual({});
  },
);
