import { describe, expect, it } from 'vitest';
import { printedLocales, printPath } from '@/lib/shared/orders/print-path';
import { readPrintChoice, readPrintIds } from './print-query';

describe('the URL of a print page', () => {
  it('is read back as the same choice', () => {
    const choice = { kind: 'invoice', lang: 'both', paper: '80mm' } as const;
    const url = new URL(printPath('inst/1', { orderIds: ['a', 'b'] }, choice), 'http://app.test');
    expect(url.pathname).toBe('/i/inst%2F1/orders/print');
    const query = Object.fromEntries(url.searchParams);
    expect(readPrintChoice(query, 'en')).toEqual(choice);
    expect(readPrintIds(query)).toEqual({ orderIds: ['a', 'b'], leftOut: 0 });
    expect(printPath('i', { orderId: 'o?' }, {})).toBe('/i/i/orders/o%3F/print?');
  });

  it('with missing, unknown or repeated values is a packing slip on A4 in the language of the store', () => {
    const slip = { kind: 'packing_slip', lang: 'ar', paper: 'a4' };
    expect(readPrintChoice({}, 'ar')).toEqual(slip);
    expect(readPrintChoice({ kind: 'x', lang: ['ar', 'en'], paper: '' }, 'ar')).toEqual(slip);
  });

  it('contains each order once, and reports how many orders exceed the limit', () => {
    expect(readPrintIds({ ids: 'a,,b,a' })).toEqual({ orderIds: ['a', 'b'], leftOut: 0 });
    expect(readPrintIds({})).toEqual({ orderIds: [], leftOut: 0 });
    expect(readPrintIds({ ids: ['a', 'b'] })).toEqual({ orderIds: [], leftOut: 0 });
    const many = Array.from({ length: 53 }, (_, index) => `o${index}`);
    const { orderIds, leftOut } = readPrintIds({ ids: many.join(',') });
    expect([orderIds, leftOut]).toEqual([many.slice(0, 50), 3]);
  });

  it('with both languages prints Arabic first', () => expect(printedLocales('both')).toEqual(['ar', 'en']));
});
