import type { OrderRow } from '@/lib/orders/order-view';

/** A row as it is shown; gone: it is held in its place, though it is no longer in the list. */
export type ShownRow = { row: OrderRow; gone: boolean };

/** What is shown of a list that must not move, and how many rows wait to be shown. */
export type HeldList = { rows: ShownRow[]; waiting: number; gone: number };

/**
 * Holds a list still: the rows that were shown stay where they are, with what is now known of them; rows that came to
 * stand before or among them wait, those after the last follow it. `complete`: there are no more to read.
 */
export function holdRows(held: readonly OrderRow[], fresh: readonly OrderRow[], complete: boolean): HeldList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const heldIds = new Set(held.map(({ id }) => id));
  const lastKept = held.findLastIndex(({ id }) => byId.has(id));
  const lastFresh = fresh.findLastIndex(({ id }) => heldIds.has(id));
  // Nothing is under the finger in a list without rows.
  const following = held.length === 0 ? fresh : lastFresh < 0 ? [] : fresh.slice(lastFresh + 1);
  const rows = held.map((old, index): ShownRow => {
    const row = byId.get(old.id);
    // Past the last that was read again it may only have moved on to a page that was not.
    return row ? { row, gone: false } : { row: old, gone: complete || index < lastKept };
  });
  return {
    rows: [...rows, ...following.map((row) => ({ row, gone: false }))],
    waiting: fresh.filter(({ id }) => !heldIds.has(id)).length - following.length,
    gone: rows.filter(({ gone }) => gone).length,
  };
}
