import { describe, expect, it } from 'vitest';
import type { OrderRow } from '@/lib/orders/order-view';
import { freezeRows } from './freeze-rows';

const row = (id: string, status = 'placed') => ({ id, status }) as OrderRow;
const rows = (ids: string) => [...ids].map((id) => row(id));
/**
 * Writes the rows as a string of their ids. If a row is no longer in the list, the string has its id as a capital
 * letter.
 */
const shown = ({ rows: list }: ReturnType<typeof freezeRows>) =>
  list.map(({ row: { id }, gone }) => (gone ? id.toUpperCase() : id)).join('');

describe('freezeRows', () => {
  it.each([
    ['shows the same rows if nothing has changed', 'cba', 'cba', true, 'cba', 0],
    ['does not show new rows at the top; it only counts them', 'cba', 'edcba', true, 'cba', 2],
    ['does not show a new row between the shown rows; it only counts it', 'ca', 'cba', true, 'ca', 1],
    ['appends the rows of the next page', 'dc', 'dcba', true, 'dcba', 0],
    ['keeps a row that is no longer in the list in its place, marked as gone', 'cba', 'ca', true, 'cBa', 0],
    ['marks a missing last row as gone if the list was read to its end', 'cba', 'cb', true, 'cbA', 0],
    ['does not mark rows as gone that may be on a page that was not read', 'cba', 'edc', false, 'cba', 2],
    ['sorted by oldest first: appends a new order after the last row', 'abc', 'abcd', true, 'abcd', 0],
    ['sorted by total: only counts a new order in the middle', 'ab', 'acb', true, 'ab', 1],
    ['shows all new rows if no row was shown before', '', 'ba', true, 'ba', 0],
    ['marks no row as gone if the read was incomplete and has none of them', 'ba', 'dc', false, 'ba', 2],
    ['appends all rows that follow an exact match at the top', 'b', 'bdca', false, 'bdca', 0],
  ])('%s', (_, frozen, fresh, complete, expected, waiting) => {
    const list = freezeRows(rows(frozen), rows(fresh), complete);
    expect([shown(list), list.waiting]).toEqual([expected, waiting]);
  });

  it('shows the newest data of the rows that are already on the screen', () => {
    const list = freezeRows([row('a')], [row('b'), row('a', 'shipped')], true);
    expect(list.rows.map(({ row: { id, status } }) => [id, status])).toEqual([['a', 'shipped']]);
  });
});
