import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorable, storableJson, storableText, storableValue } from './storable-text';
import { Text } from './text';

const hostile = ['\0', '\ud83d', '\udc16', '\udc16\ud83d', 'a\ud83d', '\ud83d\0'];
const harmless = ['', 'a', '🐖', '\ufffd', '\\u0000', '\\', '\u2028', 'سلام', '\\ud83d'];

describe('text that PostgreSQL can store', () => {
  it('is accepted with complete characters, and refused with a NUL or half of a surrogate pair', () => {
    for (const text of hostile) expect([text, Text.safeParse(text).success]).toEqual([text, false]);
    for (const text of harmless) expect(Text.parse(text)).toBe(text);
  });

  it('is still required if a field adds rules of its own', () => {
    for (const field of [Text.min(1).max(9), Text.trim().min(1), Text.regex(/[^]/)])
      expect(hostile.map((text) => field.safeParse(text).success)).not.toContain(true);
  });

  it('is the result of storableJson for keys and values, at any depth', () => {
    const units = fc.array(fc.constantFrom('a', '\0', '\ud83d', '\udc16', '\\', 'u0000', '"'));
    const text = units.map((all) => all.join(''));
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), text, text, (rest, key, value) => {
        const json = storableJson({ rest, nested: [{ [`k${key}`]: value }] });
        expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/);
        expect(isStorable(json)).toBe(true);
        const { nested } = JSON.parse(json) as { nested: object[] };
        expect(nested).toEqual([{ [`k${storableText(key)}`]: storableText(value) }]);
      }),
    );
  });

  it('is not changed by storableValue', () => {
    const value = { a: harmless, b: [1, null, { c: true }] };
    expect(storableValue(value)).toEqual(value);
  });
});
