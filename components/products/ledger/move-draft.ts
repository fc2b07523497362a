import type { MoveReason } from '@/lib/inventory/movement-queries';
import { latinDigits } from '@/lib/shared/numbers/money';

/** Values that the user typed into the form for a stock change. */
export type MoveDraft = {
  direction: 'add' | 'take';
  quantity: string;
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

export type MoveProblem = {
  quantity?: 'not_whole' | 'too_many';
  location?: 'missing' | 'not_an_id';
  note?: 'too_long';
};

/** Maximum quantity of one stock change, in units. A larger quantity is probably a typing error. */
export const quantityMax = 1_000_000;
export const noteMax = 1_000;
/** Format of a location id, which is the same as for all ids of the platform (lib/shared/ids.ts). */
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

/** Validates the form for a stock change. Returns the movement to send, or the problem of each field. */
export function readMove(
  variantId: string,
  draft: MoveDraft,
): { ok: true; movement: Movement } | { ok: false; problem: MoveProblem } {
  const quantity = readQuantity(draft.quantity);
  const [location, note] = [draft.location.trim(), draft.note.trim()];
  const wrongPlace = locationProblem(location);
  const problem: MoveProblem = {
    ...(quantity === null && { quantity: 'not_whole' }),
    ...(quantity !== null && quantity > quantityMax && { quantity: 'too_many' }),
    ...(wrongPlace && { location: wrongPlace }),
    ...(note.length > noteMax && { note: 'too_long' }),
  };
  if (quantity === null || Object.keys(problem).length > 0) return { ok: false, problem };
  return {
    ok: true,
    movement: {
      variant_id: variantId,
      location_id: location,
      delta: draft.direction === 'add' ? quantity : -quantity,
      reason: draft.reason,
      note: note === '' ? null : note,
    },
  };
}
