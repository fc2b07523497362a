import { describe, expect, it } from 'vitest';
import { compareRows } from './compare-rows';

describe('compareRows', () => {
  it('accepts a dump with exactly the rows that its snapshot had', () => {
    expect(compareRows({ orders: 3, quotes: 0 }, { rows: { orders: 3, quotes: 0 }, isExact: true })).toEqual(
      [],
    );
  });

  it.each([
    ['one row less', { orders: 2 }],
    ['one row more', { orders: 4 }],
    ['no data of the table', {}],
  ])('with an exact count, reports a dump that has %s', (_, dump) => {
    expect(compareRows(dump, { rows: { orders: 3 }, isExact: true })).toHaveLength(1);
  });

  it.each([
    ['rows that were deleted since', { orders: 120 }, 0],
    ['5 % fewer rows', { orders: 95 }, 0],
    ['6 % fewer rows', { orders: 94 }, 1],
    ['no rows', { orders: 0 }, 1],
    ['no data of the table', {}, 1],
  ])(
    'compares the dump with a count that was taken later: a dump that has %s has %s: %i problems',
    (_, dump, problems) => {
      expect(compareRows(dump, { rows: { orders: 100 }, isExact: false })).toHaveLength(problems);
    },
  );

  it('with a later count, a table that is empty in the database may be missing', () => {
    expect(compareRows({}, { rows: { handoffs: 0 }, isExact: false })).toEqual([]);
  });
});
