import { describe, expect, it } from 'vitest';
import { cashPath, readCashUrl } from '@/lib/cash/cash-list-url';
import { CashListQuery } from '@/lib/cash/list-cash-orders.server';

describe('the filters in the URL of the cash screen', () => {
  it.each([
    '-'.repeat(36),
    '0'.repeat(36),
    '00000000-0000-0000-0000-000000000001',
    'none',
    '8f14e45f-ceea-4e7a-9b3c-0d2f6a1b5c7d',
    'NONE',
    '',
  ])('with the carrier %j are accepted by the query of the list', (carrier) => {
    const filters = readCashUrl(new URLSearchParams({ carrier, currency: 'SYP', state: 'short' }));
    expect(CashListQuery.safeParse(filters).success).toBe(true);
    expect(filters.carrier).toBe(
      ['none', '8f14e45f-ceea-4e7a-9b3c-0d2f6a1b5c7d'].find((id) => id === carrier),
    );
  });

  it('have only the key of a search text, and no search text', () => {
    const url = readCashUrl(new URLSearchParams({ search: '0a1b2c3d', q: '0944123456' }));
    expect(url).toEqual({ search: '0a1b2c3d' });
    expect(cashPath(url)).toBe('/cash?search=0a1b2c3d');
    expect(readCashUrl(new URLSearchParams({ search: '0944123456' }))).toEqual({});
  });
});
