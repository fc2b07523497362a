import { describe, expect, it } from 'vitest';
import { isContactPhone, oneLine, plainPhone } from './store-contact';

describe('the phone number of a store on documents', () => {
  it.each([
    ['٠٩٣٣ ١٢٣ ٤٥٦', '0933 123 456'],
    ['\u202a+963\u00a0933 123 456\u202c', '+963 933 123 456'],
    ['  (011) 222-3344 ', '(011) 222-3344'],
    ['00963933123456', '00963933123456'],
    ['9800', '9800'],
    ['', ''],
    ['  ', ''],
  ])('%j is accepted and stored as %j', (typed, stored) => {
    expect([isContactPhone(typed), plainPhone(typed)]).toEqual([true, stored]);
  });

  it.each([
    '12',
    'call me',
    '0933 123 456 x2',
    '+',
    '++963933123456',
    '963+933123456',
    '123456789012345678',
    '011 2223344/5',
  ])('%j is refused', (typed) => expect(isContactPhone(typed)).toBe(false));
});

it('an address on documents is one line', () =>
  expect(oneLine(' دمشق،\n شارع  الحمرا ')).toBe('دمشق، شارع الحمرا'));
