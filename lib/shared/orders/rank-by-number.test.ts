import { expect, it } from 'vitest';
import { rankByNumber } from './rank-by-number';

it('orders whose number begins with the search come first, then numbers that contain it, then other matches', () => {
  const found = ['1210', '2100', '#1003', '55', '1001'];
  const ranked = (text: string) =>
    found.toSorted((one, other) => rankByNumber(one, text) - rankByNumber(other, text));
  expect(ranked('10')).toEqual(['#1003', '1001', '1210', '2100', '55']);
  expect(ranked('#10')).toEqual(ranked('10'));
});
