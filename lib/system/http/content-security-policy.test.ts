import { describe, expect, it } from 'vitest';
import { pagePolicy } from '@/lib/system/http/content-security-policy';

const page = { nonce: 'abc', adminOrigin: 'https://admin.example', isEmbedded: true } as const;

/** As it was before development had a policy of its own. A change here is a change of what a browser may run. */
const strict =
  "default-src 'none'; script-src 'self' 'nonce-abc' 'strict-dynamic'; style-src 'self' 'nonce-abc'; " +
  "style-src-attr 'unsafe-inline'; img-src 'self' data: https: https://admin.example; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
  'frame-ancestors https://admin.example';

describe('the content security policy of a page', () => {
  it.each(['production', 'demo', 'test'] as const)('is the strict one in %s', (mode) => {
    expect(pagePolicy({ ...page, mode })).toBe(strict);
    expect(pagePolicy({ ...page, mode, isEmbedded: false })).toBe(
      strict.replace('frame-ancestors https://admin.example', "frame-ancestors 'none'"),
    );
  });

  it('adds in development what React and the development server need, and nothing else', () => {
    expect(pagePolicy({ ...page, mode: 'development' })).toBe(
      strict
        .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
        .replace("style-src 'self' 'nonce-abc'", "style-src 'self' 'unsafe-inline'"),
    );
  });
});
