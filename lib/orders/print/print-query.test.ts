import { describe, expect, it } from 'vitest';
import { printedLocales, printPath } from './print-path';
import { readPrintChoice, readPrintIds } from './print-query';

describe('the address of a page of print', () => {
  it('reads back as what was chosen', () => {
    const choice = { kind: 'invoice', lang: 'both', paper: '80mm' } as const;
    const url = new URL(printPath('inst/1', { orderIds: ['a', 'b'] }, choice), 'http://app.test');
    expect(url.pathname).toBe('/i/inst%2F1/orders/print');
    const query = Object.fromEntries(url.searchParams);
    expect(readPrintChoice(query, 'en')).toEqual(choice);
    expect(readPrintIds(query)).toEqual({ orderIds: ['a', 'b'], leftOut: 0 });
    expect(printPath('i', { orderId: 'o?' }, {})).toBe('/i/i/orders/o%3F/print?');
  });

  it('with what is missing, unknown or repeated is a packing slip on A4 in the language of the store', () => {
    const slip = { kind: 'packing_slip', lang: 'ar', paper: 'a4' };
    expect(readPrintChoice({}, 'ar')).toEqual(slip);
    expect(readPrintChoice({ kind: 'x', lang: ['ar', 'en'], paper: '' }, 'ar')).toEqual(slip);
  });

  it('names each order once, and says how many are too many', () => {
    expect(readPrintIds({ ids: 'a,,b,a' })).toEqual({ orderIds: ['a', 'b'], leftOut: 0 });
    expect(readPrintIds({})).toEqual({ orderIds: [], leftOut: 0 });
    expect(readPrintIds({ ids: ['a', 'b'] })).toEqual({ orderIds: [], leftOut: 0 });
    const many = Array.from({ length: 53 }, (_, index) => `o${index}`);
    const { orderIds, leftOut } = readPrintIds({ ids: many.join(',') });
    expect([orderIds, leftOut]).toEqual([many.slice(0, 50), 3]);
  });

  it('in both languages has Arabic first', () => expect(printedLocales('both')).toEqual(['ar', 'en']));
});
