import { describe, expect, it } from 'vitest';
import { type StockRead, type UnreadMoves, unreadMoves, withMove } from './unread-moves';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();

/** A read of the product at `seconds`, with its last change at `changed`. */
const read = (seconds: number, stock: number, changed = 0): StockRead => ({
  readAt: at(seconds),
  updatedAt: at(changed),
  stock,
});

/** Ids of the variants with an unread change after a read of the product. */
const unreadAfter = (moves: UnreadMoves, reads: Record<string, StockRead>) => [
  ...unreadMoves(moves, (id) => reads[id] ?? read(0, 0)).keys(),
];

const none: UnreadMoves = new Map();
const before = read(0, 10);
const addedToB = withMove(none, 'B', { before, readAt: before.readAt });

describe('a stock change that the product on the screen does not include yet', () => {
  it('is unread until a newer read has another stock or another date', () => {
    expect(unreadAfter(addedToB, { B: before })).toEqual(['B']);
    expect(unreadAfter(addedToB, { B: read(2, 15, 1) })).toEqual([]);
    expect(unreadAfter(addedToB, { B: { ...read(2, 15), updatedAt: before.updatedAt } })).toEqual([]);
    // A sale of the same number of pieces leaves the stock as it was.
    expect(unreadAfter(addedToB, { B: read(2, 10, 1) })).toEqual([]);
  });

  it('stays unread when another variant is changed', () => {
    const both = withMove(addedToB, 'A', { before: read(0, 3), readAt: at(0) });
    expect(unreadAfter(both, { A: read(0, 3), B: before })).toEqual(['B', 'A']);
    expect(unreadAfter(both, { A: read(2, 3), B: read(2, 15) })).toEqual(['A']);
  });

  it('stays unread after a read that was stored before the success of the change was known', () => {
    // The first press got no response, and a sweep read the product. The second press then succeeded.
    const repeated = withMove(none, 'B', { before, readAt: at(2) });
    expect(unreadAfter(repeated, { B: read(1, 9, 1) })).toEqual(['B']);
    expect(unreadAfter(repeated, { B: read(2, 9, 1) })).toEqual(['B']);
    expect(unreadAfter(repeated, { B: read(4, 14, 3) })).toEqual([]);
  });

  it('stays unread after a read that was already running when the change was sent', () => {
    expect(unreadAfter(addedToB, { B: read(2, 10) })).toEqual(['B']);
  });

  it('is not unread again when the stock returns to its earlier number', () => {
    const rest = unreadMoves(addedToB, () => ({ ...before, readAt: at(2), stock: 15 }));
    expect(unreadAfter(rest, { B: { ...before, readAt: at(4) } })).toEqual([]);
    expect(unreadMoves(addedToB, () => before)).toBe(addedToB);
  });
});
