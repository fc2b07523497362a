import { type Driver, type SheetOrder, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { type Money, parseAmount } from '@/lib/shared/numbers/money';

/**
 * What the user entered for a new delivery sheet. It is also saved in the browser, until the sheet is created.
 * `orderIds`: the selected orders for which it was entered. `leftOut`: those of them that the user left out. `collect`:
 * the typed amounts that the driver collects, by order id.
 */
export type NewSheetInput = {
  orderIds: readonly string[];
  carrierId: string;
  day: string;
  note: string;
  leftOut: readonly string[];
  collect?: Readonly<Record<string, string>>;
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
    input.leftOut.length > 0 ||
    Object.values(input.collect ?? {}).some((text) => text.trim() !== '')
  );
}

/**
 * Returns the amount that the driver collects for an order of which a part was already sent. Returns null if nothing was
 * typed, or if the amount of the order is certain. Returns 'invalid' if the text is no amount, or if the amount is larger
 * than the open amount of the order.
 */
export function typedCollect(order: SheetOrder, typed: NewSheetInput['collect']): Money | null | 'invalid' {
  const text = typed?.[order.id] ?? '';
  if (!warnsOfPart(order) || text.trim() === '') return null;
  const amount = parseAmount(text, order.due.decimals);
  if (!amount.ok || amount.amountMinor < 0 || amount.amountMinor > order.due.amount_minor) return 'invalid';
  return { ...order.due, amount_minor: amount.amountMinor };
}

/** Returns an order with the typed amount as the amount to collect. That amount is certain. */
export function withTypedCollect(order: SheetOrder, typed: NewSheetInput['collect']): SheetOrder {
  const due = typedCollect(order, typed);
  if (due === null || due === 'invalid') return order;
  const { partCarriers: _, ...certain } = order;
  return { ...certain, due };
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
    ...(isTexts(saved.collect) && { collect: saved.collect }),
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
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
