import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import { coverageDocument } from '@/tests/support/reports/coverage-document';

describe('docs/coverage.md', () => {
  const written = coverageDocument();

  it('matches the output of `npm run coverage:docs`', () => {
    expect(readFileSync('docs/coverage.md', 'utf8')).toBe(written);
  });

  it.each(Object.keys(endpoints))('lists where %s is called and which tests cover it', (name) => {
    const section = written.split(`### ${name}\n`)[1]?.split('\n### ')[0];
    expect(section).toContain('- Called in: [');
    expect(section).toContain('- Tests: [');
  });

  it('links an endpoint to a screen through its actions, through the reads that it fetches and through the mirror', () => {
    const of = (name: string) => written.split(`### ${name}\n`)[1]?.split('\n### ')[0];
    expect(of('createRefund')).toMatch(/lead to it: .*`\/i\/\[installId\]\/orders\/\[orderId\]`/);
    expect(of('listProducts')).toMatch(/lead to it: .*`\/i\/\[installId\]\/orders\/new`/);
    expect(of('listOrders')).toMatch(/by it: .*`\/i\/\[installId\]\/orders`/);
  });
});
