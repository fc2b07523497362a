import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertMinor, currencySign, formatMoney, parseAmount, plainAmount } from './money';

describe('parseAmount reads a typed amount as minor units', () => {
  it.each([
    ['12500', 0, 12_500],
    ['12,500', 0, 12_500],
    ['١٢٬٥٠٠', 0, 12_500],
    ['۱۲۵۰۰', 0, 12_500],
    ['12.50', 2, 1_250],
    ['12.5', 2, 1_250],
    ['.5', 2, 50],
    ['5.', 2, 500],
    ['١٬٢٥٠٫٥', 3, 1_250_500],
    ['1 250.125', 3, 1_250_125],
    ['1,250,000.50', 2, 125_000_050],
    ['12,500', 2, 1_250_000],
    ['12,500', 3, 12_500_000],
    ['12,50', 2, 1_250],
    ['12,5', 2, 1_250],
    ['١٢,٥٠', 2, 1_250],
    ['1 250,50', 2, 125_050],
    ['-12,50', 2, -1_250],
    [',5', 2, 50],
    ['5,', 2, 500],
    ['0,500', 3, 500],
    ['12,00', 0, 12],
    ['12,5000', 3, 12_500],
    ['12.00', 0, 12],
    ['\u200f12500\u200f', 0, 12_500],
    ['-5', 2, -500],
    ['0', 0, 0],
  ])('%s is parsed with %i decimals', (text, decimals, amountMinor) => {
    expect(parseAmount(text, decimals)).toEqual({ ok: true, amountMinor });
  });

  it.each([
    ['', 2, 'empty'],
    ['  ', 2, 'empty'],
    ['.', 2, 'not_a_number'],
    ['-', 2, 'not_a_number'],
    ['1.2.3', 2, 'not_a_number'],
    ['1e3', 2, 'not_a_number'],
    ['NaN', 2, 'not_a_number'],
    ['12,5', 0, 'not_a_number'],
    ['0,500', 0, 'not_a_number'],
    ['1,2345', 2, 'not_a_number'],
    ['1,25,000', 2, 'not_a_number'],
    ['1,250,50', 2, 'not_a_number'],
    ['1.250,50', 2, 'not_a_number'],
    ['1.250,500', 3, 'not_a_number'],
    [',', 2, 'not_a_number'],
    ['12.5', 0, 'too_many_decimals'],
    ['0.001', 2, 'too_many_decimals'],
    ['9007199254740992', 0, 'too_large'],
    ['90071992547409.92', 2, 'too_large'],
  ])('%s with %i decimals is refused as %s', (text, decimals, code) => {
    expect(parseAmount(text, decimals)).toEqual({ ok: false, code });
  });

  it('never rounds: plainAmount writes a text that parses to the same amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (amountMinor, decimals) => {
        expect(parseAmount(plainAmount(amountMinor, decimals), decimals)).toEqual({ ok: true, amountMinor });
      }),
    );
  });
});

describe('formatMoney uses the decimals of the amount and the digits of the language tag', () => {
  const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');

  it.each([
    [{ amount_minor: 12_500, currency: 'SYP', decimals: 0 }, 'ar-SY-u-nu-latn', '12,500 ل.س.'],
    [{ amount_minor: 1_250, currency: 'USD', decimals: 2 }, 'en-u-nu-latn', '$12.50'],
    [{ amount_minor: 1_250_125, currency: 'KWD', decimals: 3 }, 'en-u-nu-latn', 'KWD 1,250.125'],
    [
      { amount_minor: 9_007_199_254_740_991, currency: 'USD', decimals: 2 },
      'en-u-nu-latn',
      '$90,071,992,547,409.91',
    ],
    [{ amount_minor: 700, currency: 'credits', decimals: 0 }, 'en-u-nu-latn', '700 credits'],
    [{ amount_minor: 12_500, currency: 'SYP', decimals: 0 }, 'ar-SY-u-nu-arab', '١٢٬٥٠٠ ل.س.'],
    [{ amount_minor: 1_250, currency: 'USD', decimals: 2 }, 'ar-SY-u-nu-arab', '١٢٫٥٠ US$'],
  ])('%o is formatted in the language %s', (money, locale, text) => {
    expect(plain(formatMoney(money, locale))).toBe(text);
  });

  it('keeps the sign of US$ after its letters in right-to-left text', () => {
    const money = { amount_minor: 8_420, currency: 'USD', decimals: 2 };
    expect(formatMoney(money, 'ar-SY-u-nu-latn')).toMatch(/84\.20\u00a0US\$\u200e$/);
  });

  it('keeps the letters of US$ after the number of a negative amount in right-to-left text', () => {
    const money = { amount_minor: -5_000, currency: 'USD', decimals: 2 };
    expect(formatMoney(money, 'ar-SY-u-nu-latn')).toMatch(/-50\.00\u200f\u00a0US\$\u200e$/);
    expect(formatMoney(money, 'en-u-nu-latn')).toBe('-$50.00');
  });

  it.each([
    ['SYP', 'ar-SY-u-nu-latn', 'ل.س.'],
    ['USD', 'en-u-nu-latn', '$'],
    ['KWD', 'en-u-nu-latn', 'KWD'],
    ['credits', 'en-u-nu-latn', 'credits'],
  ])('the sign of %s in %s is %s', (code, locale, sign) => {
    expect(plain(currencySign(code, locale))).toBe(sign);
  });
});

describe('conversions are exact', () => {
  it('converts by an integer rate and rounds half up', () => {
    // At the rate 1 USD = 13,000.5 SYP, 10.01 USD are 130,135.005 Syrian pounds.
    expect(convertMinor(1_001, 2, 0, { scaled: 130_005, scale: 1 })).toBe(130_135);
    expect(convertMinor(1, 0, 0, { scaled: 5, scale: 1 })).toBe(1);
    expect(convertMinor(-1, 0, 0, { scaled: 5, scale: 1 })).toBe(-1);
  });
});
