import { expect, it } from 'vitest';
import type { CashBalance } from '@/lib/cash/cash-view';
import { groupBalances, overpaidOf, sumBalances } from '@/lib/cash/sum-balances';

const money = (amount_minor: number, currency: string) => ({ amount_minor, currency, decimals: 0 });

/**
 * A balance of a carrier. `ages` has the owed amount of each age range. Each amount that is not 0 counts as one order.
 * `overpaid` is the amount of one overpaid order; 0 if there is none.
 */
function balance(
  carrier: string | null,
  currency: string,
  ages: [number, number, number, number],
  days: number | null,
  overpaid = 0,
): CashBalance {
  return {
    carrierId: carrier,
    carrierName: carrier,
    orders: [...ages, overpaid].filter((minor) => minor !== 0).length,
    sum: money(
      ages.reduce((sum, minor) => sum + minor, -overpaid),
      currency,
    ),
    ages: ages.map((minor) => ({ orders: minor === 0 ? 0 : 1, sum: money(minor, currency) })),
    oldest:
      days === null ? null : { at: new Date(Date.UTC(2026, 10, 28) - days * 86_400_000).toISOString(), days },
  };
}

const balances = [
  balance('aleppo', 'SYP', [100, 0, 0, 0], 1),
  balance('aleppo', 'USD', [0, 0, 7, 5], 20),
  balance('homs', 'SYP', [0, 200, 30, 0], 9),
  balance(null, 'SYP', [0, 0, 0, 50], 40),
  balance('daraa', 'SYP', [0, 0, 0, 0], null, 10),
];

it('the totals say for each currency how much is owed, how much is late and how old the oldest order is', () => {
  expect(
    sumBalances(balances).map(({ sum, orders, late, oldest }) => [
      sum.currency,
      sum.amount_minor,
      orders,
      late.sum.amount_minor,
      late.orders,
      oldest?.days,
    ]),
  ).toEqual([
    ['SYP', 370, 5, 80, 2, 40],
    ['USD', 12, 2, 12, 2, 20],
  ]);
});

it('what a carrier handed over too much for one order is an amount of its own, also if the carrier owes more', () => {
  const both = balance('homs', 'SYP', [0, 0, 40, 0], 9, 15);
  expect(overpaidOf(both)).toEqual(money(15, 'SYP'));
  expect(balances.map((one) => overpaidOf(one).amount_minor)).toEqual([0, 0, 0, 0, 10]);
  const [total] = sumBalances([both]);
  expect([total?.sum.amount_minor, total?.late.sum.amount_minor, total?.late.orders]).toEqual([25, 40, 1]);
});

it('amounts of a currency with other decimals are another total', () => {
  const other = { ...balance('homs', 'SYP', [5, 0, 0, 0], 0), sum: { ...money(5, 'SYP'), decimals: 2 } };
  expect(sumBalances([...balances, other])).toHaveLength(3);
});

it('each carrier is one group with all its currencies, the oldest order first, and orders without a carrier last', () => {
  expect(
    groupBalances(balances).map((group) => [
      group.carrierId,
      group.balances.map(({ sum }) => sum.currency),
      group.oldest?.days,
      group.isLate,
    ]),
  ).toEqual([
    ['aleppo', ['SYP', 'USD'], 20, true],
    ['homs', ['SYP'], 9, true],
    ['daraa', ['SYP'], undefined, false],
    [null, ['SYP'], 40, true],
  ]);
});

it('no balance has no total and no group', () => {
  expect(sumBalances([])).toEqual([]);
  expect(groupBalances([])).toEqual([]);
});
