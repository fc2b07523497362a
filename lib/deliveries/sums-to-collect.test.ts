import { expect, it } from 'vitest';
import { sumsToCollect } from './sums-to-collect';

const money = (amount_minor: number, currency: string) => ({ amount_minor, currency, decimals: 2 });

it('a sum is an upper limit only if a stop with an uncertain amount is in it', () => {
  const certain = { due: money(9_200, 'USD') };
  const uncertain = { ...certain, partCarriers: [] };
  const other = { due: money(500, 'SYP') };
  expect(sumsToCollect([certain, uncertain, other])).toEqual([
    { money: money(18_400, 'USD'), isAtMost: true },
    { money: money(500, 'SYP'), isAtMost: false },
  ]);
  // A stop without cash, and an order that must not be delivered, have no amount that could be uncertain.
  const paid = { due: money(0, 'USD'), partCarriers: [] };
  const ended = { ...uncertain, ended: 'cancelled' as const };
  expect(sumsToCollect([certain, paid, ended])).toEqual([{ money: money(9_200, 'USD'), isAtMost: false }]);
});
