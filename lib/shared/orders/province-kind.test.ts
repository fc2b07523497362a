import { expect, test } from 'vitest';
import { provinceKindOf } from './province-kind';

test.each([
  ['AE', 'emirate'],
  ['KW', 'governorate'],
  ['EG', 'governorate'],
  ['SY', 'governorate'],
  ['SA', 'region'],
  ['DE', 'province'],
  [null, 'province'],
])('the areas of %s are of the kind %s', (country, kind) => {
  expect(provinceKindOf(country)).toBe(kind);
});
