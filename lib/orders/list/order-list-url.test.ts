import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderListFilters, parametersOf } from '@/lib/orders/list/order-list-filters';
import {
  filtersOfUrl,
  isPublicSearch,
  ordersReturnPath,
  urlOfFilters,
} from '@/lib/orders/list/order-list-url';
import { standardViews } from '@/lib/orders/views/standard-views';

const read = (query: string) => filtersOfUrl(new URLSearchParams(query));

describe('filters in the URL of the orders list', () => {
  it('are parsed from any text: values that the server would refuse are left out, and the other filters still apply', () => {
    const name = fc.constantFrom(
      'status',
      'payment',
      'tag',
      'source',
      'from',
      'to',
      'q',
      'sort',
      'cursor',
      'x',
    );
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'oldest',
        'newest',
        'lowest',
        'placed',
        'a status of tomorrow',
        '2026-11-21T10:00:00+03:00',
        '2026-13-41',
        '\0',
        ' ',
      ),
      fc.string({ minLength: 95, maxLength: 105 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 30 }), (entries) => {
        const filters = filtersOfUrl(new URLSearchParams(entries));
        const text = urlOfFilters(filters).toString();
        const parsed = OrderListFilters.parse(parametersOf(new URLSearchParams(text)));
        expect(urlOfFilters(parsed).toString()).toBe(text);
        expect(urlOfFilters(read(text)).toString()).toBe(text);
      }),
    );
  });

  it('are all kept if the server accepts them', () => {
    for (const filters of [
      ...Object.values(standardViews),
      { status: ['held_at_customs'], tag: 'a, b', source: 'x', q: '#1042 قميص' },
      { from: '2026-11-01T21:00:00.000Z', to: '2026-11-02T21:00:00.000Z' },
      { status: ['placed'], sort: 'highest' as const },
    ])
      expect(urlOfFilters(read(urlOfFilters(filters).toString()))).toEqual(urlOfFilters(filters));
  });

  it('give the same text in whatever order they were chosen', () => {
    expect(urlOfFilters(read('payment=unpaid&status=b&status=a&status=b')).toString()).toBe(
      'status=a&status=b&payment=unpaid',
    );
  });

  it('name no sort for the newest first, and ignore an unknown sort', () => {
    expect(read('sort=newest')).toEqual({});
    expect(read('sort=cheapest&q=12')).toEqual({ q: '12' });
    expect(OrderListFilters.parse({ sort: 'newest' }).sort).toBeUndefined();
  });

  it('accept a time with an offset, and leave out an invalid date', () => {
    expect(read('from=2026-11-21T00:00:00%2B03:00').from).toBe('2026-11-20T21:00:00.000Z');
    expect(read('from=yesterday&to=2026-02-31&status=placed')).toEqual({
      status: ['placed'],
    });
  });
});

it('S8: a search may be in the URL only if it is an order number that is too short for a phone number', () => {
  for (const text of ['7', '#1042', '1042', '10-421', '١٠٤٢']) expect(isPublicSearch(text), text).toBe(true);
  for (const text of ['0944777', '+963944777888', '944 777', 'ريما', 'Rima', '#Rima', '12 Rima', '', '#'])
    expect(isPublicSearch(text), text).toBe(false);
});

it('S8: the path for the return after a sign-in has no search text that may be personal data, and no "+"', () => {
  const filters = { status: ['on hold'], tag: 'vip' };
  const rest = '/orders?status=on%20hold&tag=vip';
  for (const q of ['Rima', 'ريما', '0944777888', '+963944777888'])
    expect(ordersReturnPath({ ...filters, q }, null)).toBe(rest);
  expect(ordersReturnPath(filters, '0123abcd')).toBe(`${rest}&search=0123abcd`);
  expect(ordersReturnPath({ ...filters, q: '#1042' }, null)).toBe(`${rest}&q=%231042`);
});
