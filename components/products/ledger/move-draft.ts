import type { MoveReason } from '@/lib/inventory/movement-queries';
import { latinDigits } from '@/lib/shared/numbers/money';

/** What is typed of a change of stock. */
export type MoveDraft = {
  direction: 'add' | 'take';
  quantity: string;
  reason: MoveReason;
  /** Of a place that is known, or typed. */
  location: string;
  note: string;
};

/** Body of the platform's own (platform: POST /inventory/movements). */
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

/** More pieces at once are a slip of the finger. */
export const quantityMax = 1_000_000;
export const noteMax = 1_000;
/** As the platform's ids are (lib/shared/ids.ts). */
const locationPattern = /^[\x21-\x7e]{1,128}$/;

/** What is wrong with the id of a place, as it was typed; undefined when nothing is. */
export function locationProblem(location: string): MoveProblem['location'] {
  if (locationPattern.test(location)) return undefined;
  return location === '' ? 'missing' : 'not_an_id';
}

/** Pieces as they were typed, whatever digits with; null when they are no whole number above zero. */
export function readQuantity(text: string): number | null {
  const digits = latinDigits(text.trim());
  return /^\d{1,15}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

/** The movement that is meant, or what is wrong with it. */
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
