import type { OrderRow } from '@/lib/orders/order-view';

/** A displayed row. `gone`: the row stays in its place, although it is no longer in the list. */
export type ShownRow = { row: OrderRow; gone: boolean };

/** The displayed rows of a list that must not move, and the number of rows that wait to be shown. */
export type FrozenList = { rows: ShownRow[]; waiting: number; gone: number };

/**
 * Keeps a list from moving. Displayed rows stay in their place with their newest data. New rows before or among them
 * wait; rows after the last one are appended. `complete`: the list was read to its end.
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
  // An empty list has no row that the user could be about to press, so all rows are shown.
  const following = frozen.length === 0 ? fresh : lastFresh < 0 ? [] : fresh.slice(lastFresh + 1);
  const rows = frozen.map((old, index): ShownRow => {
    const row = byId.get(old.id);
    // A row after the last row that was read again may have moved to a page that was not read, so it is not gone.
    return row ? { row, gone: false } : { row: old, gone: complete || index < lastStillListed };
  });
  return {
    rows: [...rows, ...following.map((row) => ({ row, gone: false }))],
    waiting: fresh.filter(({ id }) => !frozenIds.has(id)).length - following.length,
    gone: rows.filter(({ gone }) => gone).length,
  };
}
