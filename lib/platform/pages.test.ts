import { describe, expect, it } from 'vitest';
import { pages } from './pages';
import { readAnswer } from './read-answer';

type Page = { data: number[]; next_cursor: string | null };

/**
 * Returns a read function for a list of five pages, and the cursors with which it was called. The cursor is the number
 * of the next page.
 */
function list(next = (page: number): string | null => (page < 4 ? String(page + 1) : null)) {
  const requested: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    requested.push(cursor);
    const page = Number(cursor ?? 0);
    return {
      body: { data: [page], next_cursor: next(page) },
      requestId: 'req_1',
      replayed: false,
      unreadable: 0,
    };
  };
  return { requested, read };
}

async function gather(all: AsyncIterable<Page>): Promise<number[]> {
  const data: number[] = [];
  for await (const page of all) data.push(...page.data);
  return data;
}

describe('GEN-9: the pages of a list', () => {
  it('arrive in order, up to the page without a cursor', async () => {
    expect(await gather(pages(list().read))).toEqual([0, 1, 2, 3, 4]);
  });

  it('continue from a cursor', async () => {
    expect(await gather(pages(list().read, { from: '3' }))).toEqual([3, 4]);
  });

  it('are read one at a time: after a break no further page is requested', async () => {
    const { read, requested } = list();
    for await (const page of pages(read)) if (page.data[0] === 1) break;
    expect(requested).toEqual([undefined, '1']);
  });

  it('end when the signal aborts, before the next read', async () => {
    const { read, requested } = list();
    const giveUp = new AbortController();
    const walk = async () => {
      for await (const page of pages(read, { signal: giveUp.signal })) if (page.data[0] === 1) giveUp.abort();
    };
    await expect(walk()).rejects.toMatchObject({ name: 'AbortError' });
    expect(requested).toEqual([undefined, '1']);
  });

  it('end with the error bad_answer if the cursor of a page leads to the same page again', async () => {
    await expect(gather(pages(list(() => '2').read))).rejects.toMatchObject({ code: 'bad_answer' });
  });
});

const longId = 'x'.repeat(18_000);
const movement = {
  id: 'mov_1',
  sequence: 1,
  variant_id: 'var_1',
  location_id: 'loc_1',
  delta: 1,
  stock_after: 1,
  reason: 'correction',
  occurred_at: '2026-11-21T10:00:00Z',
};

const readRows = (name: 'listMovements' | 'listDiscounts', rows: object[]) =>
  readAnswer(name, name, {
    status: 200,
    headers: new Headers(),
    text: JSON.stringify({ data: rows, next_cursor: null }),
  });

it.each([
  ['listMovements', movement, { id: longId }],
  ['listMovements', movement, { variant_id: longId }],
  ['listMovements', movement, { location_id: longId }],
  ['listMovements', movement, { location_id: 'loc\0' }],
  ['listDiscounts', { id: 'disc_1' }, { id: longId }],
  ['listDiscounts', { id: 'disc_1' }, { id: 'disc\0' }],
] as const)(
  'M13: a row of %s with an id that an index of PostgreSQL refuses is left out, and the other rows are read (%#)',
  (name, row, refused) => {
    const { body, unreadable } = readRows(name, [{ ...row, ...refused }, row]);
    expect({ rows: body.data.map(({ id }) => id), unreadable }).toEqual({ rows: [row.id], unreadable: 1 });
  },
);
