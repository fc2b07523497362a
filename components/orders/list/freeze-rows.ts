import type { OrderRow } from '@/lib/orders/order-view';

/**
 * A row on the screen. `gone` is true if the order is no longer in the list; the row then still keeps its place on the
 * screen.
 */
export type ShownRow = { row: OrderRow; gone: boolean };

/**
 * Result of freezeRows. `rows` are the rows to show. `waiting` is the number of new rows that are not shown
 * yet. `gone` is the number of shown rows that are no longer in the list.
 */
export type FrozenList = { rows: ShownRow[]; waiting: number; gone: number };

/**
 * Computes the rows to show without moving any row that is on the screen. Rows on the screen (`frozen`) stay in their
 * place and show the newest data. New rows above the last of them are not shown yet; they are only counted (`waiting`).
 * New rows below the last one are appended. `complete` is true if the list was read to its end.
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
  // If no rows are on the screen, all new rows are shown, because there is no row that could move.
  const following = frozen.length === 0 ? fresh : lastFresh < 0 ? [] : fresh.slice(lastFresh + 1);
  const rows = frozen.map((old, index): ShownRow => {
    const row = byId.get(old.id);
    // A row on the screen may be missing in the new list only because its page was not read. The row counts as gone
    // only in two cases. Either the list was read to its end (`complete`), or the new list contains a row that came
    // after this row.
    return row ? { row, gone: false } : { row: old, gone: complete || index < lastStillListed };
  });
  return {
    rows: [...rows, ...following.map((row) => ({ row, gone: false }))],
    waiting: fresh.filter(({ id }) => !frozenIds.has(id)).length - following.length,
    gone: rows.filter(({ gone }) => gone).length,
  };
}
