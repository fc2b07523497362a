import { expect, it } from 'vitest';
import { withBrand } from '@/lib/shared/branding/with-brand';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

it('with another brand, no message in either language contains our name', () => {
  const other = { en: 'Sijil', ar: 'السجلّ' };
  expect(JSON.stringify(withBrand(en, other))).not.toMatch(/daftar/i);
  expect(JSON.stringify(withBrand(ar, other))).not.toMatch(/دفتر|daftar/i);
  expect(withBrand(en, other).entry.signIn.title).toBe('Sign in to Sijil');
  expect(withBrand(ar, other).entry.home.title).toContain('السجلّ');
});
