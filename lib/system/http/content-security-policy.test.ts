import { describe, expect, it } from 'vitest';
import { pagePolicy } from '@/lib/system/http/content-security-policy';

const page = {
  nonce: 'abc',
  adminOrigin: 'https://admin.example',
  isEmbedded: true,
  pictureSources: ['https:'],
} as const;

/**
 * The Content-Security-Policy of the merchant's pages, except in development. It decides which code browsers may run in
 * our pages, so each change of this text needs a review.
 */
const strict =
  "default-src 'none'; script-src 'self' 'nonce-abc' 'strict-dynamic'; style-src 'self' 'nonce-abc'; " +
  "style-src-attr 'unsafe-inline'; img-src 'self' data: https://admin.example https:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
  'frame-ancestors https://admin.example';

describe('the content security policy of a page', () => {
  it.each(['production', 'demo', 'test'] as const)('is the strict policy in %s mode', (mode) => {
    expect(pagePolicy({ ...page, mode })).toBe(strict);
    expect(pagePolicy({ ...page, mode, isEmbedded: false })).toBe(
      strict.replace('frame-ancestors https://admin.example', "frame-ancestors 'none'"),
    );
  });

  it('allows pictures only from the given sources', () => {
    const policy = pagePolicy({ ...page, mode: 'production', pictureSources: ['https://cdn.example'] });
    expect(policy).toBe(strict.replace('admin.example https:;', 'admin.example https://cdn.example;'));
  });

  it('adds in development only what React and the development server need', () => {
    expect(pagePolicy({ ...page, mode: 'development' })).toBe(
      strict
        .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
        .replace("style-src 'self' 'nonce-abc'", "style-src 'self' 'unsafe-inline'"),
    );
  });
});
