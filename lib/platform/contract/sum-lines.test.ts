import { expect, it } from 'vitest';
import { sumLinesMinor } from './sum-lines';

it('the sum of lines is exact for amounts that a float cannot hold, and null above the safe integers', () => {
  expect(sumLinesMinor([{ quantity: 3, unit_price_minor: 333 }])).toBe(999);
  expect(sumLinesMinor([{ quantity: 1_000_000, unit_price_minor: 9_007_199_254_740_991 }])).toBeNull();
});
