import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '@/lib/platform/contract/operations';
import { coverageDocument } from '@/tests/support/reports/coverage-document';

describe('docs/coverage.md', () => {
  const written = coverageDocument();

  it('is what `npm run coverage:docs` writes', () => {
    expect(readFileSync('docs/coverage.md', 'utf8')).toBe(written);
  });

  it.each(Object.keys(operations))('finds where %s is called, and its tests', (name) => {
    const section = written.split(`### ${name}\n`)[1]?.split('\n### ')[0];
    expect(section).toContain('- Called in: [');
    expect(section).toContain('- Tests: [');
  });

  it('finds a screen by its actions, by the reads it fetches and by the mirror', () => {
    const of = (name: string) => written.split(`### ${name}\n`)[1]?.split('\n### ')[0];
    expect(of('createRefund')).toMatch(/lead to it: .*`\/i\/\[installId\]\/orders\/\[orderId\]`/);
    expect(of('listProducts')).toMatch(/lead to it: .*`\/i\/\[installId\]\/orders\/new`/);
    expect(of('listOrders')).toMatch(/by it: .*`\/i\/\[installId\]\/orders`/);
  });
});
