import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountFactor, multiplied, multipliedRate, parsePermille, percentText } from './pair-rate';

const base = { one: 'USD', other: 'SYP', rate: { scaled: 13_000, scale: 0 } };

describe('the factor of amounts', () => {
  it('amounts in the other currency follow the rate, and those in the first one change in the opposite direction', () => {
    const now = { scaled: 150_005, scale: 1 };
    expect(amountFactor('SYP', base, now)).toEqual({ numerator: 150_005n, denominator: 130_000n });
    expect(amountFactor('USD', base, now)).toEqual({ numerator: 130_000n, denominator: 150_005n });
  });
});

describe('a multiplied amount', () => {
  it('is rounded half up to a multiple of the step', () => {
    const half = { numerator: 1n, denominator: 2n };
    expect([4n, 5n, 6n].map((amount) => multiplied(amount, half, 1n))).toEqual([2n, 3n, 3n]);
    const same = { numerator: 1n, denominator: 1n };
    expect([249n, 250n, 749n, 750n].map((amount) => multiplied(amount, same, 500n))).toEqual([
      0n,
      500n,
      500n,
      1_000n,
    ]);
  });

  it('is within half a step of the exact product, for the largest rates and amounts', () => {
    const positive = fc.bigInt(1n, BigInt(Number.MAX_SAFE_INTEGER));
    fc.assert(
      fc.property(
        positive,
        positive,
        positive,
        fc.bigInt(1n, 10_000n),
        (amount, numerator, denominator, step) => {
          const result = multiplied(amount, { numerator, denominator }, step);
          expect(result % step).toBe(0n);
          // The rounded result differs from the exact product by at most half a step. Both sides are multiplied by
          // twice the denominator, so that they are integers.
          const difference = 2n * (result * denominator - amount * numerator);
          expect(difference > -step * denominator && difference <= step * denominator).toBe(true);
        },
      ),
    );
  });
});

describe('a multiplied rate', () => {
  it('is the new rate itself, if the order had the base rate', () => {
    const now = { scaled: 1_500_025, scale: 2 };
    expect(multipliedRate(base.rate, amountFactor('SYP', base, now))).toEqual(now);
  });

  it('keeps at most a safe integer of digits, and is null if nothing remains', () => {
    expect(multipliedRate({ scaled: 1, scale: 0 }, { numerator: 1n, denominator: 3n })).toEqual({
      scaled: 3_333_333_333_333_333,
      scale: 16,
    });
    expect(multipliedRate({ scaled: 1, scale: 18 }, { numerator: 1n, denominator: 3n })).toBeNull();
    expect(
      multipliedRate({ scaled: Number.MAX_SAFE_INTEGER, scale: 0 }, { numerator: 2n, denominator: 1n }),
    ).toBeNull();
  });
});

describe('percent of a rate limit', () => {
  it.each([
    ['3', 30],
    ['2.5', 25],
    ['٢٫٥ ٪', 25],
    ['0.1', 1],
    ['50', 500],
    ['50.00', 500],
    ['', null],
    ['  ', null],
    ['0', undefined],
    ['0.05', undefined],
    ['50.1', undefined],
    ['-3', undefined],
    ['3e1', undefined],
  ])('%s is read as %s thousandths', (text, permille) => expect(parsePermille(text)).toBe(permille));

  it('every limit is read as it is written', () => {
    for (let permille = 1; permille <= 500; permille++)
      expect(parsePermille(percentText(permille))).toBe(permille);
  });
});
