import { expect, it } from 'vitest';
import { z } from 'zod';
import { CursorTime, listCursor } from './list-cursor';

const cursor = listCursor(
  z.tuple([z.iso.datetime(), z.string().min(1)]).transform(([at, id]) => ({ at: new Date(at), id })),
);

it('the cursor parser returns the sort key of the last row of a page', () => {
  expect(cursor.parse('2026-11-22T10:00:00Z ord_1')).toEqual({
    at: new Date('2026-11-22T10:00:00Z'),
    id: 'ord_1',
  });
});

it.each([
  ['nothing', ''],
  ['too few words', '2026-11-22T10:00:00Z'],
  ['too many', '2026-11-22T10:00:00Z ord_1 ord_2'],
  ['another list’s', '12 ord_1'],
  ['an endless one', `2026-11-22T10:00:00Z ${'x'.repeat(200)}`],
  ['a list of words', ['2026-11-22T10:00:00Z', 'ord_1']],
])('the cursor parser refuses %s', (_, text) => {
  expect(cursor.safeParse(text).success).toBe(false);
});

it.each([
  '0000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '9999-12-31T99:99:99Z',
  '2026-02-30T00:00:00Z',
  '2026-11-22T10:00:00+03:00',
  'infinity',
])('the time %s in a cursor is refused', (text) => {
  expect(CursorTime.safeParse(text).success).toBe(false);
});

it.each([
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2026-11-22T10:00:00.123456Z',
  '9999-12-31T23:59:59.999Z',
])('the time %s in a cursor is accepted', (text) => {
  expect(CursorTime.safeParse(text).success).toBe(true);
});
