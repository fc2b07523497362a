import type { Driver } from '@/lib/deliveries/delivery-view';

/**
 * What the user entered for a new delivery sheet. It is also saved in the browser, until the sheet is created.
 * `orderIds`: the selected orders for which it was entered. `leftOut`: those of them that the user left out.
 */
export type NewSheetInput = {
  orderIds: readonly string[];
  carrierId: string;
  day: string;
  note: string;
  leftOut: readonly string[];
};

/** The current data of the screen for a new delivery sheet. */
type Current = {
  orderIds: readonly string[];
  drivers: readonly Pick<Driver, 'id'>[];
  today: string;
  /** The orders that the screen offers to leave out. */
  toLeaveOut: readonly string[];
};

/** Returns the form values before the user enters something. If the store has only one driver, this driver is chosen. */
export function startSheet({ orderIds, drivers, today }: Omit<Current, 'toLeaveOut'>): NewSheetInput {
  const carrierId = drivers.length === 1 ? (drivers[0]?.id ?? '') : '';
  return { orderIds, carrierId, day: today, note: '', leftOut: [] };
}

/** True if the values that the form shows differ from those with which it was first shown. */
export function isTypedSheet(input: NewSheetInput, start: NewSheetInput): boolean {
  return (
    input.carrierId !== start.carrierId ||
    input.day !== start.day ||
    input.note.trim() !== '' ||
    input.leftOut.length > 0
  );
}

/**
 * Returns the input of a saved copy that may be shown again. A driver who is no longer in the list is not chosen again,
 * a past day becomes today, and an order that there is no reason to leave out is on the sheet again. Returns null if the
 * copy cannot be read, or if other orders are selected now.
 */
export function restoreNewSheet(saved: unknown, current: Current): NewSheetInput | null {
  const { orderIds, drivers, today, toLeaveOut } = current;
  if (!isNewSheetInput(saved) || String(saved.orderIds) !== String(orderIds)) return null;
  return {
    orderIds,
    carrierId: drivers.some(({ id }) => id === saved.carrierId)
      ? saved.carrierId
      : startSheet(current).carrierId,
    day: saved.day >= today ? saved.day : today,
    note: saved.note,
    leftOut: saved.leftOut.filter((id) => toLeaveOut.includes(id)),
  };
}

function isNewSheetInput(value: unknown): value is NewSheetInput {
  if (typeof value !== 'object' || value === null) return false;
  if (!('orderIds' in value) || !('leftOut' in value)) return false;
  if (!('carrierId' in value) || !('day' in value) || !('note' in value)) return false;
  return (
    Array.isArray(value.orderIds) &&
    Array.isArray(value.leftOut) &&
    [value.carrierId, value.day, value.note].every((text) => typeof text === 'string')
  );
}
