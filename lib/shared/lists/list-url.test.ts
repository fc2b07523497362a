import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listQuery, oneOf, readFilters, textUpTo, type UrlReaders } from '@/lib/shared/lists/list-url';

type Filters = { state?: 'open' | 'ended'; q?: string };
const readers: UrlReaders<Filters> = { state: oneOf(['open', 'ended']), q: textUpTo(5) };
const read = (text: string) => readFilters(new URLSearchParams(text), readers);

describe('the URL of a list', () => {
  it.each([
    ['state=open&q=%20ab%20&other=1', { state: 'open', q: 'ab' }],
    ['state=lost&q=', {}],
    ['state=open&state=ended&q=1234567', { state: 'open', q: '12345' }],
    ['q=%00', {}],
    ['q=a%00b%20', { q: 'ab' }],
    ['', {}],
  ])('%j gives only valid filters: %j', (text, filters) => expect(read(text)).toEqual(filters));

  it('gives the same filters after a round trip, and contains no +', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'open', 'ended'), fc.string(), (state, q) => {
        const filters = readFilters(new URLSearchParams({ state, q }), readers);
        const text = listQuery(filters);
        expect(text).not.toContain('+');
        expect(read(text)).toEqual(filters);
      }),
    );
  });

  it('contains a cursor only if one is given', () => {
    expect(listQuery({})).toBe('');
    expect(listQuery({ q: 'a b' }, 'x y')).toBe('?q=a%20b&cursor=x%20y');
  });
});
