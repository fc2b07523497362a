import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedDigits, isSaidInverse, parseRate, rateText } from './exchange-rate';
import { convertBackMinor, convertMinor } from './money';

const numRuns = 10_000;

describe('an exchange rate as text', () => {
  it.each([
    [{ scaled: 7692, scale: 8 }, true, '13000.52'],
    [{ scaled: 130_005, scale: 1 }, false, '13000.5'],
    [{ scaled: 92, scale: 2 }, true, '1.086957'],
    [{ scaled: 326, scale: 2 }, false, '3.26'],
    [{ scaled: 1, scale: 0 }, false, '1'],
  ])('%o is shown as its inverse only if the inverse is above one', (rate, inverse, text) => {
    expect(isSaidInverse(rate)).toBe(inverse);
    expect(rateText(rate, inverse)).toBe(text);
  });
});

describe('an exchange rate with grouped digits', () => {
  it.each([
    ['13000.52', 'en-u-nu-latn', '13,000.52'],
    ['13000.52', 'ar-SY-u-nu-latn', '13,000.52'],
    ['13000.52', 'ar-SY-u-nu-arab', '١٣٬٠٠٠٫٥٢'],
    ['0.000076923076923076', 'en-u-nu-latn', '0.000076923076923076'],
    ['9007199254740993', 'en-u-nu-latn', '9,007,199,254,740,993'],
  ])('%s is written in the language %s as %s', (text, locale, expected) => {
    expect(groupedDigits(text, locale)).toBe(expected);
  });
});

describe('a typed exchange rate', () => {
  it.each([
    ['13000', true, { scaled: 76_923_076_923_077, scale: 18 }],
    ['١٣٬٠٠٠', true, { scaled: 76_923_076_923_077, scale: 18 }],
    ['10000', true, { scaled: 1, scale: 4 }],
    ['0.5', true, { scaled: 2, scale: 0 }],
    ['3.26', false, { scaled: 326, scale: 2 }],
    ['3.2600', false, { scaled: 326, scale: 2 }],
    ['13,000', false, { scaled: 13_000, scale: 0 }],
    ['٠٫٩٢', false, { scaled: 92, scale: 2 }],
    ['0,92', false, { scaled: 92, scale: 2 }],
    ['3,26', false, { scaled: 326, scale: 2 }],
  ])('%s with inverse %s is accepted', (text, inverse, rate) => {
    expect(parseRate(text, inverse)).toEqual({ ok: true, rate });
  });

  it.each([
    ['', false, 'empty'],
    ['0', false, 'not_a_number'],
    ['-5', false, 'not_a_number'],
    ['1e3', true, 'not_a_number'],
    ['1.2.3', false, 'not_a_number'],
    ['13.000,52', false, 'not_a_number'],
    ['9007199254740992', false, 'too_large'],
    ['1234567890123456789', true, 'too_large'],
    [`0.${'0'.repeat(18)}1`, false, 'too_many_decimals'],
    ['0.00000000000000001', true, 'too_many_decimals'],
  ])('%s with inverse %s is refused as %s', (text, inverse, code) => {
    expect(parseRate(text, inverse)).toEqual({ ok: false, code });
  });

  it('is always valid for the platform, and differs from the typed value by at most one unit of its sixth digit', () => {
    const typed = fc.record({
      digits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      decimals: fc.integer({ min: 0, max: 9 }),
      inverse: fc.boolean(),
    });
    fc.assert(
      fc.property(typed, ({ digits, decimals, inverse }) => {
        const whole = digits.toString().padStart(decimals + 1, '0');
        const text = decimals === 0 ? whole : `${whole.slice(0, -decimals)}.${whole.slice(-decimals)}`;
        const parsed = parseRate(text, inverse);
        if (!parsed.ok) return parsed.code === 'too_many_decimals' || parsed.code === 'too_large';
        const { scaled, scale } = parsed.rate;
        expect(Number.isSafeInteger(scaled) && scaled > 0 && scale >= 0 && scale <= 18).toBe(true);
        // For an inverse rate, rate × typed number must be 1, with a relative difference of at most 1 in 100,000. For
        // any other rate, the rate must equal the typed number. Both sides are multiplied by 10^(scale + decimals), so
        // that they are integers.
        const one = 10n ** BigInt(scale + decimals);
        const [mine, theirs] = inverse
          ? [BigInt(scaled) * digits, one]
          : [BigInt(scaled) * 10n ** BigInt(decimals), digits * 10n ** BigInt(scale)];
        const apart = mine > theirs ? mine - theirs : theirs - mine;
        return inverse ? apart * 100_000n <= theirs : apart === 0n;
      }),
      { numRuns },
    );
  });
});

describe('converting an amount to another currency and back', () => {
  it('differs from the original amount by at most the last unit of the coarser currency', () => {
    const cases = fc.record({
      minor: fc.integer({ min: 0, max: 1_000_000_000 }),
      from: fc.integer({ min: 0, max: 3 }),
      to: fc.integer({ min: 0, max: 3 }),
      rate: fc.record({
        scaled: fc.integer({ min: 1, max: 1_000_000_000 }),
        scale: fc.integer({ min: 0, max: 9 }),
      }),
    });
    fc.assert(
      fc.property(cases, ({ minor, from, to, rate }) => {
        const there = convertMinor(minor, from, to, rate);
        if (!Number.isSafeInteger(there)) return true;
        const back = convertBackMinor(there, to, from, rate);
        // The amount was converted to a second currency and back. The largest allowed difference is half a minor unit
        // of the second currency, plus 2 minor units of the amount's currency for rounding. `unit` is one minor unit of
        // the second currency, expressed in minor units of the amount's currency.
        const unit = 10n ** BigInt(from + rate.scale) / (BigInt(rate.scaled) * 10n ** BigInt(to));
        const apart = BigInt(back) - BigInt(minor);
        return (apart < 0n ? -apart : apart) <= unit / 2n + 2n;
      }),
      { numRuns },
    );
  });
});
