import type { OrderRow } from '@/lib/orders/order-view';

/** A row as it is shown; gone: it is held in its place, though it is no longer in the list. */
export type ShownRow = { row: OrderRow; gone: boolean };

/** What is shown of a list that must not move, and how many rows wait to be shown. */
export type FrozenList = { rows: ShownRow[]; waiting: number; gone: number };

/**
 * Holds a list still: the rows that were shown stay where they are, with what is now known of them; rows that came to
 * stand before or among them wait, those after the last follow it. `complete`: there are no more to read.
 */
export function freezeRows(
  frozen: readonly OrderRow[],
  fresh: readonly OrderRow[],
  complete: boolean,
): FrozenList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const frozenIds = new Set(frozen.map(({ id }) => id));
  const lastStillListed = frozen.findLastIndex(({ id }) => byId.has(id));
  const lastFresh = fresh.findLastIndex(({ id }) => frozenIds.has(id));
  // Nothing is under the finger in a list without rows.
  const following = frozen.length === 0 ? fresh : lastFresh < 0 ? [] : fresh.slice(lastFresh + 1);
  const rows = frozen.map((old, index): ShownRow => {
    const row = byId.get(old.id);
    // Past the last that was read again it may only have moved on to a page that was not.
    return row ? { row, gone: false } : { row: old, gone: complete || index < lastStillListed };
  });
  return {
    rows: [...rows, ...following.map((row) => ({ row, gone: false }))],
    waiting: fresh.filter(({ id }) => !frozenIds.has(id)).length - following.length,
    gone: rows.filter(({ gone }) => gone).length,
  };
}
