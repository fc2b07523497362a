import type { ViewedFulfillment } from '@/lib/orders/order-view';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type {
  CreateFulfillmentBody,
  PatchFulfillmentBody,
} from 'commerce-platform-client/contract/fulfillments';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import { knownKey } from '@/lib/shared/known-key';
import { parseAmount } from '@/lib/shared/numbers/money';
import type { Reading } from '@/lib/shared/reading';

/** The fields of an order that the form of a new shipment needs. */
export type FulfillableOrder = Pick<OrderDetail, 'items' | 'fulfillments'>;

/** Request bodies of a new shipment and of a change of a shipment. */
export type NewFulfillment = CreateFulfillmentBody;
export type FulfillmentChange = PatchFulfillmentBody;

/**
 * Content of the form of a new shipment, with each field as the user typed it. `lines` are in the sequence of the
 * order's items.
 */
export type FulfillDraft = {
  status: NewFulfillment['status'];
  provider: string;
  trackingNumber: string;
  lines: { quantity: string }[];
};

export type FulfillField = 'provider' | 'trackingNumber' | 'root' | `lines.${number}.quantity`;
export type FulfillProblemCode = 'too_long' | 'nothing' | 'quantity_range';
export type FulfillReading = Reading<NewFulfillment, FulfillField, FulfillProblemCode>;

/** Content of the form that changes a shipment's provider and tracking number, as the user typed it. */
export type TrackingDraft = { provider: string; tracking_number: string };

/** Maximum length of the provider and of the tracking number, in characters (platform: Fulfillment). */
const lengthMax = 255;

/**
 * Returns the quantity of each item that is not fulfilled yet, in the sequence of the items; 0 for an item that is
 * completely fulfilled.
 */
export function remainingQuantities(order: FulfillableOrder): number[] {
  const left = new Map(findOutstandingLines(order).map((line) => [line.order_item_id, line.quantity]));
  return order.items.map(({ id }) => left.get(id) ?? 0);
}

/**
 * Returns the initial content of the form of a new shipment: everything that is not fulfilled yet, with the
 * status shipped. For most shipments, the user need not change this.
 */
export function wholeRest(order: FulfillableOrder): FulfillDraft {
  return {
    status: 'shipped',
    provider: '',
    trackingNumber: '',
    lines: remainingQuantities(order).map((quantity) => ({ quantity: String(quantity) })),
  };
}

/**
 * Converts the form of a new shipment to the body of POST /orders/{id}/fulfillments. If the form is invalid, returns
 * the problems with their fields (FUL-1). Pure function.
 */
export function readFulfillDraft(draft: FulfillDraft, order: FulfillableOrder): FulfillReading {
  const problems: Extract<FulfillReading, { ok: false }>['problems'] = [];
  const text = (field: 'provider' | 'trackingNumber') => {
    const trimmed = draft[field].trim();
    if (trimmed.length > lengthMax) problems.push({ field, code: 'too_long' });
    return trimmed || null;
  };
  const remaining = remainingQuantities(order);
  const lines = order.items.flatMap(({ id }, index) => {
    const left = remaining[index] ?? 0;
    // Another user may have fulfilled the line completely after the form was opened. Then the form has no field for the
    // line any more, so the quantity that was typed for it is ignored.
    if (left === 0) return [];
    const quantity = readPart(draft.lines[index]?.quantity ?? '', left);
    if (quantity === null) problems.push({ field: `lines.${index}.quantity`, code: 'quantity_range' });
    return quantity ? [{ order_item_id: id, quantity }] : [];
  });
  const provider = text('provider');
  const tracking_number = text('trackingNumber');
  if (lines.length === 0 && problems.length === 0) problems.push({ field: 'root', code: 'nothing' });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { status: draft.status, provider, tracking_number, lines } };
}

/** Returns a shipment's provider and tracking number as the form shows them. Null becomes an empty text. */
export function trackingOf(fulfillment: Pick<ViewedFulfillment, keyof TrackingDraft>): TrackingDraft {
  return { provider: fulfillment.provider ?? '', tracking_number: fulfillment.tracking_number ?? '' };
}

/**
 * Returns the fields of a shipment that the user changed: the provider, the tracking number, or both. If the form is
 * invalid, returns the problems with their fields. Pure function.
 */
export function readTrackingDraft(
  draft: TrackingDraft,
  current: TrackingDraft,
): Reading<FulfillmentChange, keyof TrackingDraft, 'too_long'> {
  const keys = ['provider', 'tracking_number'] as const;
  const problems = keys
    .filter((key) => draft[key].trim().length > lengthMax)
    .map((field) => ({ field, code: 'too_long' as const }));
  if (problems.length > 0) return { ok: false, problems };
  const changed = keys.filter((key) => draft[key].trim() !== current[key]);
  return { ok: true, value: Object.fromEntries(changed.map((key) => [key, draft[key].trim() || null])) };
}

/** Parses a typed quantity from 0 to `max`; null if it is invalid. */
export function readPart(text: string, max: number): number | null {
  const parsed = parseAmount(text, 0);
  return parsed.ok && parsed.amountMinor >= 0 && parsed.amountMinor <= max ? parsed.amountMinor : null;
}

/**
 * Returns how a new shipment will change the order's status (FUL-3).
 *
 * - `booked`: the shipment is pending, so the status does not change.
 * - `ships`: the shipment contains everything that was not shipped yet, so the order becomes shipped.
 * - `ships_if_allowed`: the same, but the order's status may not allow it (A3), so the platform decides.
 * - `waits_for_rest`: a part of the order stays unshipped, so the status does not change.
 */
export function effectOnOrder(
  draft: FulfillDraft,
  order: FulfillableOrder & Pick<OrderDetail, 'status'>,
): 'booked' | 'ships' | 'ships_if_allowed' | 'waits_for_rest' {
  if (draft.status === 'pending') return 'booked';
  const isWhole = remainingQuantities(order).every(
    (left, index) => left === 0 || readPart(draft.lines[index]?.quantity ?? '', left) === left,
  );
  if (!isWhole) return 'waits_for_rest';
  const status = knownKey(orderStatusMoves, order.status);
  return status && orderStatusMoves[status].includes('shipped') ? 'ships' : 'ships_if_allowed';
}
