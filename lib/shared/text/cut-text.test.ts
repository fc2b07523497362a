import { expect, it } from 'vitest';
import { isStorable } from 'commerce-platform-client/contract/storable-text';
import { cutText } from './cut-text';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['😀😀', 3, '😀'],
  ['😀', 1, ''],
  ['عميل', 2, 'عم'],
  ['', 5, ''],
])('the text %j cut to %i units is %j', (text, lengthMax, cut) => {
  expect(cutText(text, lengthMax)).toBe(cut);
});

it('a cut text never ends with half of a character', () => {
  const text = 'a😀ب👩‍👩‍👧🇸🇾';
  for (let lengthMax = 0; lengthMax <= text.length; lengthMax++)
    expect(isStorable(cutText(text, lengthMax))).toBe(true);
});
