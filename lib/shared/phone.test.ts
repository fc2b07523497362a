import { describe, expect, it } from 'vitest';
import { readPhone } from './phone';

describe('readPhone turns a typed phone number into a full international number', () => {
  it.each([
    ['0944123456', 'SY', '+963944123456'],
    ['0944 123-456', 'SY', '+963944123456'],
    ['٠٩٤٤١٢٣٤٥٦', 'SY', '+963944123456'],
    ['۰۹۴۴۱۲۳۴۵۶', 'SY', '+963944123456'],
    ['+963 944 123 456', 'SY', '+963944123456'],
    ['00963944123456', 'SY', '+963944123456'],
    ['٠٠٩٦٣٩٤٤١٢٣٤٥٦', null, '+963944123456'],
    ['944123456', 'sy', '+963944123456'],
    ['+1 212 555 0143', 'SY', '+12125550143'],
    ['(212) 555-0143', 'US', '+12125550143'],
  ])('%s, typed in a store in %s', (text, country, e164) => {
    expect(readPhone(text, country)).toMatchObject({ ok: true, e164 });
  });

  it('formats the number in groups', () => {
    expect(readPhone('0944123456', 'SY')).toMatchObject({ international: '+963 944 123 456' });
  });
});

describe('readPhone refuses a text that cannot be a phone number', () => {
  it.each([
    ['', 'SY', 'empty'],
    ['  ', 'SY', 'empty'],
    ['12', 'SY', 'not_a_phone'],
    ['call me', 'SY', 'not_a_phone'],
    ['0944123456789012', 'SY', 'not_a_phone'],
    ['0944123456', null, 'not_a_phone'],
    ['0944123456', 'ZZ', 'not_a_phone'],
  ])('%s, typed in a store in %s', (text, country, code) => {
    expect(readPhone(text, country)).toEqual({ ok: false, code });
  });
});
