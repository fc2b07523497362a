import { describe, expect, it } from 'vitest';
import { priceGap } from './price-gap';

describe('an agreed price compared with the catalogue price', () => {
  it.each([
    [90, 100, { differenceMinor: -10, percent: '10', isFar: false }],
    [112_500, 100_000, { differenceMinor: 12_500, percent: '12.5', isFar: false }],
    [100, 300, { differenceMinor: -200, percent: '66.7', isFar: false }],
    [100, 100, { differenceMinor: 0, percent: '0', isFar: false }],
    [9_999, 100, { differenceMinor: 9_899, percent: '9899', isFar: false }],
    [10_000, 100, { differenceMinor: 9_900, percent: '9900', isFar: true }],
    [1, 100, { differenceMinor: -99, percent: '99', isFar: true }],
    [2, 199, { differenceMinor: -197, percent: '99', isFar: false }],
    [0, 5, { differenceMinor: -5, percent: '100', isFar: true }],
    [5, 0, { differenceMinor: 5, percent: null, isFar: false }],
    [9_007_199_254_740_991, 1, { differenceMinor: 9_007_199_254_740_990, isFar: true }],
  ])('%i compared with %i', (agreed, catalogue, gap) => {
    expect(priceGap(agreed, catalogue)).toMatchObject(gap);
  });
});
