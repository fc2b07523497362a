import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttributeDraft, readAttribute } from '@/lib/orders/order-attribute';
import { OrderAttributes, OrderAttributesPatch } from 'commerce-platform-client/contract/orders';

const draft = (change: Partial<AttributeDraft>): AttributeDraft => ({
  attributes: {},
  currentKey: null,
  key: 'gift',
  type: 'text',
  text: '',
  ...change,
});
const problemOf = (change: Partial<AttributeDraft>) => readAttribute(draft(change)).problem;
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'x']));

describe('ORD-8: a typed attribute', () => {
  it('has a key of small Latin letters, digits and . _ -', () => {
    for (const key of ['a', 'a.b_c-9', 'x'.repeat(64)]) expect(problemOf({ key })).toBeNull();
    for (const key of ['A', 'a b', 'قيمة', 'x'.repeat(65), '__proto__'])
      expect(problemOf({ key })).toBe('key_shape');
    expect(problemOf({ key: '' })).toBe('key_missing');
  });

  it('never takes the key of another attribute, of the operation id, or of the reference chip', () => {
    expect(problemOf({ attributes: { gift: 'x' } })).toBe('key_taken');
    expect(problemOf({ attributes: { gift: 'x' }, currentKey: 'gift' })).toBeNull();
    expect(problemOf({ key: 'daftar.op' })).toBe('key_taken');
    expect(problemOf({ key: 'reference' })).toBe('key_taken');
  });

  it('is measured in bytes, not letters', () => {
    expect(readAttribute(draft({ text: 'هدية' })).valueBytes).toBe(8);
    expect(problemOf({ text: 'ه'.repeat(500) })).toBeNull();
    expect(problemOf({ text: `${'ه'.repeat(500)}x` })).toBe('value_long');
    expect(problemOf({ text: 'half an emoji: \ud83d' })).toBe('value_damaged');
  });

  it('is limited to 20 attributes and 8,192 bytes in total; a changed attribute counts once', () => {
    expect(problemOf({ attributes: many(19) })).toBeNull();
    expect(problemOf({ attributes: many(20) })).toBe('too_many');
    expect(problemOf({ attributes: many(20), currentKey: 'k3', key: 'k3' })).toBeNull();
    const full = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`k${index}`, 'x'.repeat(1_000)]),
    );
    expect(problemOf({ attributes: full, text: 'x'.repeat(100) })).toBeNull();
    expect(problemOf({ attributes: full, text: 'x'.repeat(200) })).toBe('total_long');
  });

  it('is a number in any digits, and is refused if JSON would change the number', () => {
    const number = (text: string) => readAttribute(draft({ type: 'number', text }));
    expect(number('12.5').value).toBe(12.5);
    expect(number('-٣٫٢٥').value).toBe(-3.25);
    for (const text of ['', 'x', '1e9', '1,5', 'Infinity', '1234567890123456'])
      expect(number(text).problem).toBe('not_a_number');
  });
});

it('the form accepts an attribute exactly when the platform contract accepts it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z0-9_.-]{1,12}$/), fc.string({ unit: 'binary', maxLength: 400 }), {
        maxKeys: 22,
      }),
      fc.stringMatching(/^[a-zA-Z0-9_.-]{1,70}$/),
      fc.string({ unit: 'binary', maxLength: 700 }),
      (attributes, key, text) => {
        // Skips generated attributes that break the platform's rules. Real attributes come from the platform and always
        // follow its rules.
        fc.pre(OrderAttributes.safeParse(attributes).success);
        const { problem, value } = readAttribute(draft({ attributes, key, text }));
        const taken = OrderAttributes.safeParse({ ...attributes, [key]: value }).success;
        if (problem !== 'key_taken') expect(problem === null).toBe(taken);
      },
    ),
    { numRuns: 200 },
  );
});

it('S26: a request with the attribute __proto__ is refused, for a new order and for a change', () => {
  const attributes: unknown = JSON.parse('{"__proto__":"x"}');
  for (const schema of [OrderAttributes, OrderAttributesPatch])
    expect(schema.safeParse(attributes).success).toBe(false);
});
