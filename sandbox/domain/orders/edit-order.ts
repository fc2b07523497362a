import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import {
  dedupeTags,
  OrderAttributes,
  type OrderStatus,
  type PatchOrderBody,
  type SettableOrderStatus,
} from 'commerce-platform-client/contract/orders';
import type { OrderRecord } from '@/sandbox/world/records';
import { setNote, setStatus, setTags, touch } from './change-order';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { type ReferenceRule, currentReference } from '@/sandbox/domain/endpoint-policy';
import { type Refusal, refuse, refuseFields } from '@/sandbox/domain/refusal';

/**
 * Handles PATCH /orders/{id}: sets the note, adds and removes tags, and merges the app's own attributes (PAT-1, PAT-2,
 * ORD-8 to ORD-10). If the changed order would break a limit, it refuses with 422 and writes nothing.
 */
export function patchOrder(
  context: Context,
  order: OrderRecord,
  body: PatchOrderBody,
  caller: ReferenceRule & { appId: string },
): OrderRecord | Refusal {
  const attributes = body.attributes && mergedAttributes(order, body.attributes, caller);
  if (attributes && 'problems' in attributes) return refuseFields(422, attributes.problems);
  const tags = body.tags && changedTags(order.tags, body.tags);

  let changed = order;
  if (body.note !== undefined && body.note !== order.note) changed = setNote(context, changed, body.note);
  if (tags && tags.join('\n') !== order.tags.join('\n')) changed = setTags(context, changed, tags);
  if (attributes)
    changed = touch(
      context,
      changed,
      { attributes: { ...changed.attributes, [caller.appId]: attributes.values } },
      'attributes',
      Object.keys(body.attributes ?? {}).join(', '),
    );
  if (changed !== order) recordEffect(context, 'order.updated', order.id);
  return changed;
}

/**
 * Removes tags, and then adds tags. Upper and lower case are not distinguished. If a tag to add already
 * exists, the existing spelling is kept (PAT-2).
 */
function changedTags(current: string[], change: { add: string[]; remove: string[] }): string[] {
  const gone = new Set(change.remove.map((tag) => tag.trim().toLowerCase()));
  return dedupeTags([...current.filter((tag) => !gone.has(tag.toLowerCase())), ...change.add]);
}

function mergedAttributes(
  order: OrderRecord,
  patch: NonNullable<PatchOrderBody['attributes']>,
  caller: ReferenceRule & { appId: string },
): { values: OrderAttributes } | { problems: { path: string; message: string }[] } {
  const merged = { ...order.attributes[caller.appId], ...patch };
  const remaining = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const parsed = OrderAttributes.safeParse(remaining);
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => ({
        path: ['attributes', ...issue.path.map(String)].join('.'),
        message: issue.message,
      })),
    };
  const values = patch.reference ? currentReference(parsed.data, caller) : parsed.data;
  return values
    ? { values }
    : { problems: [{ path: 'attributes.reference.url', message: "must be https on the app's origin" }] };
}

/** True if the status matrix allows an order to change from the status `from` to the status `to` (A3). */
export function mayMove(from: OrderStatus, to: SettableOrderStatus): boolean {
  return orderStatusMoves[from].includes(to);
}

/**
 * Handles PATCH /orders/{id}/status: changes the order's status if the status matrix allows it. If the matrix does not
 * allow the change, nothing changes, and the request is refused with 409 and details.current_status (STA-2).
 */
export function requestStatus(
  context: Context,
  order: OrderRecord,
  status: SettableOrderStatus,
): OrderRecord | Refusal {
  if (mayMove(order.status, status)) return setStatus(context, order, status);
  return refuse('conflict', `an order that is ${order.status} can't become ${status}`, {
    details: { current_status: order.status },
  });
}
