import { expect, it } from 'vitest';
import { withBrand } from '@/lib/shared/branding/with-brand';

it.each([
  ['إذن دفتر', 'السجلّ', 'إذن السجلّ'],
  ['لدفتر', 'السجلّ', 'للسجلّ'],
  ['ولدفتر', 'السجلّ', 'وللسجلّ'],
  ['بدفتر.', 'السجلّ', 'بالسجلّ.'],
  ['ودفتر', 'سجل', 'وسجل'],
  ['لدفتر', 'Acme', 'لـ Acme'],
  ['ودفتر', 'Acme', 'و Acme'],
  ['دفتري', 'سجل', 'دفتري'],
])('the text %j with the brand name %j becomes %j', (text, ar, expected) => {
  expect(withBrand({ text: [text] }, { en: 'Acme', ar })).toEqual({ text: [expected] });
});

it('the name that the catalogues have changes nothing', () => {
  const messages = { name: 'دفتر' };
  expect(withBrand(messages, { en: 'Daftar', ar: 'دفتر' })).toBe(messages);
});
