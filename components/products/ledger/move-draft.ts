import { type MoveReason, moveReasons } from '@/lib/inventory/movement-queries';
import { latinDigits } from '@/lib/shared/numbers/money';

/** Values that the user typed into the form for a stock change. */
export type MoveDraft = {
  /** `set`: the typed quantity is the new stock, for example the result of a count. */
  direction: 'add' | 'take' | 'set';
  quantity: string;
  /** The reason that the user chose last. The direction may not allow it (see reasonOf). */
  reason: MoveReason;
  /** Location id. The user has picked it from the known locations or typed it. */
  location: string;
  note: string;
};

/** Body of the platform request that creates a stock movement (platform: POST /inventory/movements). */
export type Movement = {
  variant_id: string;
  location_id: string;
  delta: number;
  reason: MoveReason;
  note: string | null;
};

/** Stock of the variant on the screen, against which the new stock of the direction `set` is compared. */
export type ShownStock = {
  /** Stock in pieces; null if it is hidden or unknown. */
  quantity: number | null;
  /** The stock on the screen when the user last changed the form. The user knows the difference to this stock. */
  seen: number | null;
  /** True if the stock has moved since the app read it. The number on the screen is then wrong. */
  isOutdated: boolean;
};

/**
 * The problem of each field. The last four problems of the quantity exist only for the direction `set`. `stock_changed`:
 * the stock on the screen has changed since the user last changed the form, so the user does not know the difference.
 */
export type MoveProblem = {
  quantity?:
    | 'not_whole'
    | 'too_many'
    | 'not_a_count'
    | 'stock_unknown'
    | 'stock_updating'
    | 'stock_changed'
    | 'unchanged';
  location?: 'missing' | 'not_an_id';
  note?: 'too_long';
};

/** Maximum quantity of one stock change, in units. A larger quantity is probably a typing error. */
export const quantityMax = 1_000_000;
export const noteMax = 1_000;
/** Format of a location id, which is the same as for all ids of the platform (lib/platform/contract/ids.ts). */
const locationPattern = /^[\x21-\x7e]{1,128}$/;

/** Returns what is wrong with a typed location id, or undefined if the id is valid. */
export function locationProblem(location: string): MoveProblem['location'] {
  if (locationPattern.test(location)) return undefined;
  return location === '' ? 'missing' : 'not_an_id';
}

/** Parses a typed quantity in Latin or Arabic digits. Returns null if it is not a whole number above zero. */
export function readQuantity(text: string): number | null {
  const digits = latinDigits(text.trim());
  return /^\d{1,15}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

/** Parses a counted stock in Latin or Arabic digits. Returns null if it is not a whole number from zero. */
export function readCount(text: string): number | null {
  const digits = latinDigits(text.trim());
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/**
 * Computes the change of the stock that the form asks for. The platform accepts only a change, never a new stock. With
 * the direction `set`, the change is therefore the difference to the stock on the screen. Returns null if the quantity
 * is invalid, or if this stock is hidden or unknown.
 */
export function deltaOf(
  { direction, quantity }: Pick<MoveDraft, 'direction' | 'quantity'>,
  stock: number | null,
): number | null {
  if (direction === 'set') {
    const count = readCount(quantity);
    return count === null || stock === null ? null : count - stock;
  }
  const pieces = readQuantity(quantity);
  if (pieces === null) return null;
  return direction === 'add' ? pieces : -pieces;
}

function quantityProblem(
  draft: MoveDraft,
  { quantity, seen, isOutdated }: ShownStock,
): MoveProblem['quantity'] {
  const delta = deltaOf(draft, quantity);
  if (draft.direction !== 'set') {
    if (delta === null) return 'not_whole';
    return Math.abs(delta) > quantityMax ? 'too_many' : undefined;
  }
  const count = readCount(draft.quantity);
  if (count === null) return 'not_a_count';
  if (delta === null) return 'stock_unknown';
  if (count > quantityMax || Math.abs(delta) > quantityMax) return 'too_many';
  if (isOutdated) return 'stock_updating';
  if (delta === 0) return 'unchanged';
  return quantity === seen ? undefined : 'stock_changed';
}

/**
 * Reasons that a user can choose for a direction. Damage adds no pieces. A return and a first count remove none. A new
 * stock comes from a count, so it is neither damage nor a return.
 */
export function reasonsOf(direction: MoveDraft['direction']): MoveReason[] {
  const excluded: Record<MoveDraft['direction'], MoveReason[]> = {
    add: ['damage'],
    take: ['return', 'initial'],
    set: ['damage', 'return'],
  };
  return moveReasons.filter((reason) => !excluded[direction].includes(reason));
}

/**
 * Returns the chosen reason, or `correction` if the direction does not allow the chosen one. The draft keeps the chosen
 * reason, so it is back when the user returns to the earlier direction.
 */
export function reasonOf({ direction, reason }: Pick<MoveDraft, 'direction' | 'reason'>): MoveReason {
  return reasonsOf(direction).includes(reason) ? reason : 'correction';
}

/** Validates the form for a stock change. Returns the movement to send, or the problem of each field. */
export function readMove(
  variantId: string,
  draft: MoveDraft,
  stock: ShownStock,
): { ok: true; movement: Movement } | { ok: false; problem: MoveProblem } {
  const delta = deltaOf(draft, stock.quantity);
  const wrongQuantity = quantityProblem(draft, stock);
  const [location, note] = [draft.location.trim(), draft.note.trim()];
  const wrongPlace = locationProblem(location);
  const problem: MoveProblem = {
    ...(wrongQuantity && { quantity: wrongQuantity }),
    ...(wrongPlace && { location: wrongPlace }),
    ...(note.length > noteMax && { note: 'too_long' }),
  };
  if (delta === null || Object.keys(problem).length > 0) return { ok: false, problem };
  return {
    ok: true,
    movement: {
      variant_id: variantId,
      location_id: location,
      delta,
      reason: reasonOf(draft),
      note: note === '' ? null : note,
    },
  };
}
