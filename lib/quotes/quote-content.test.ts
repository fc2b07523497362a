import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { canonicalJson, totalMinorOf } from './quote-content';

describe('the content that is hashed', () => {
  it('has the same text for the same content, in any order of its keys', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, entry]) => [key, shuffled(entry)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 10_000 },
    );
  });

  it('has another text for another price, quantity or name', () => {
    const line = { name: 'a', quantity: 1, unit_price_minor: 5 };
    const texts = [line, { ...line, name: 'b' }, { ...line, quantity: 2 }, { ...line, unit_price_minor: 6 }];
    expect(new Set(texts.map(canonicalJson)).size).toBe(4);
  });
});

describe('the total of a quote', () => {
  it('is exact even if a float is not: subtotal - discount + shipping', () => {
    const order = CreateOrderBody.parse({
      currency: 'USD',
      items: [{ name: 'a', quantity: 999_999, unit_price_minor: 9_007_199_253 }],
      discount: { amount_minor: 1 },
      shipping: { amount_minor: 3, method: 'pickup' },
      customer: { name: 'a', phone: '+963944123456' },
      payment_method: 'cod',
    });
    expect(BigInt(totalMinorOf(order))).toBe(999_999n * 9_007_199_253n + 2n);
  });
});
