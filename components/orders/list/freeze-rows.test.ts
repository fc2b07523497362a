import { describe, expect, it } from 'vitest';
import type { OrderRow } from '@/lib/orders/order-view';
import { freezeRows } from './freeze-rows';

const row = (id: string, status = 'placed') => ({ id, status }) as OrderRow;
const rows = (ids: string) => [...ids].map((id) => row(id));
/** Writes the rows as a string of their ids. If a row is no longer in the list, its id is a capital letter. */
const shown = ({ rows: list }: ReturnType<typeof freezeRows>) =>
  list.map(({ row: { id }, gone }) => (gone ? id.toUpperCase() : id)).join('');

describe('holdRows', () => {
  it.each([
    ['shows what it showed when nothing changed', 'cba', 'cba', true, 'cba', 0],
    ['lets new ones wait', 'cba', 'edcba', true, 'cba', 2],
    ['lets one that came among them wait', 'ca', 'cba', true, 'ca', 1],
    ['goes on with the next page', 'dc', 'dcba', true, 'dcba', 0],
    ['marks one that has gone, in its place', 'cba', 'ca', true, 'cBa', 0],
    ['marks the last one only when the list was read to its end', 'cba', 'cb', true, 'cbA', 0],
    ['keeps what has moved on to a page that was not read again', 'cba', 'edc', false, 'cba', 2],
    ['oldest first: appends a new order after the last one', 'abc', 'abcd', true, 'abcd', 0],
    ['by total: lets a new order in the middle wait', 'ab', 'acb', true, 'ab', 1],
    ['shows what comes where there was nothing', '', 'ba', true, 'ba', 0],
    ['keeps all when none of them was read again', 'ba', 'dc', false, 'ba', 2],
    ['does not hide a page behind the exact number that stood first', 'b', 'bdca', false, 'bdca', 0],
  ])('%s', (_, frozen, fresh, complete, expected, waiting) => {
    const list = freezeRows(rows(frozen), rows(fresh), complete);
    expect([shown(list), list.waiting]).toEqual([expected, waiting]);
  });

  it('shows the newest data of the rows that it already shows', () => {
    const list = freezeRows([row('a')], [row('b'), row('a', 'shipped')], true);
    expect(list.rows.map(({ row: { id, status } }) => [id, status])).toEqual([['a', 'shipped']]);
  });
});
