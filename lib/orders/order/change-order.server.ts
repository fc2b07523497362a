import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ClaimedOperation, OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { ChangeOrderCommand } from '@/lib/orders/order/order-commands';
import { referenceProblem, withCurrentReference } from '@/lib/orders/current-reference.server';
import {
  isUntouched,
  orderChanged,
  orderIdOf,
  readOrderOf,
  type SuccessAnswer,
} from '@/lib/orders/order/order-operation.server';
import { folded } from '@/lib/orders/order/tag-changes';
import { type OrderDetail, PatchOrderBody } from 'commerce-platform-client/contract/orders';

/**
 * Changes the note, the tags or the attributes of an order. Attributes that are not in the request stay unchanged. If
 * another person has changed the note since the user saw it, the change of the note is refused with
 * `changed_meanwhile`. platform: Orders, PATCH /orders/{id}.
 */
export async function changeOrder(
  context: InstallContext,
  command: ChangeOrderCommand,
): Promise<OperationOutcome<z.infer<typeof Changed>>> {
  const { operationId, orderId, noteSeen } = command;
  const attributes = command.change.attributes && withCurrentReference(command.change.attributes);
  if (attributes === null) return { code: 'invalid', status: 400, fields: [referenceProblem] };
  return runOperation(context, patchOrderKind, {
    operationId,
    target: { orderId },
    body: { ...command.change, ...(attributes && { attributes }) },
    ...(noteSeen !== undefined && { seen: { note: noteSeen } }),
  });
}

const Changed = z.object({ orderId: z.string() });
const Seen = z.object({ note: z.string().nullable() });

/**
 * Kind of operation (a recorded write) that sends PATCH /orders/{id}. If the outcome is unknown, the order is read. The
 * write took effect if the order has all requested values.
 */
export const patchOrderKind: OperationKind<PatchOrderBody, z.infer<typeof Changed>> = {
  kind: 'patch_order',
  body: PatchOrderBody,
  result: Changed,
  doublesIfRepeated: false,
  // The part of the request that stays stored for display. This part contains all tags, because the mirror (our copy of
  // the platform's data) also stores tags. The note and the attribute values are left out, because they may name the
  // customer.
  summarizeRequest: ({ note, tags, attributes }) => ({
    note: note !== undefined,
    ...(tags && { tags }),
    ...(attributes && { attributes: Object.keys(attributes) }),
  }),
  scopes: ({ note }) => (note === undefined ? ['orders:write'] : ['orders:write', 'orders:read']),
  requestsState: true,

  async prepare(platform, operation) {
    const { note } = bodyOf(operation);
    // Compares the order's note with the note that the user saw. The comparison is made only before the first attempt
    // to send. After an attempt, the order may already have the new note.
    if (note === undefined || operation.before !== null) return { next: 'send', before: {} };
    const seen = Seen.parse(operation.seen);
    const { order, requestId } = await readOrderOf(platform, operation);
    return [seen.note, note].includes(order.note)
      ? { next: 'send', before: {} }
      : { next: 'refuse', status: 409, code: 'changed_meanwhile', requestId };
  },

  async send(platform, operation) {
    const { idempotencyKey, request } = operation;
    const answer = await platform.patchOrder(idempotencyKey, orderIdOf(operation), request);
    return changed(operation, answer.body.order, answer);
  },

  async reconcile(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    if (isChanged(order, bodyOf(operation))) return changed(operation, order, { requestId });
    return isUntouched(operation, order.updated_at) ? 'absent' : 'unclear';
  },
};

const bodyOf = ({ request }: ClaimedOperation) => PatchOrderBody.parse(JSON.parse(request));

function changed(operation: ClaimedOperation, order: OrderDetail | null, answer: SuccessAnswer) {
  return orderChanged(operation, answer, { order, result: { orderId: orderIdOf(operation) } });
}

function isChanged(order: OrderDetail, { note, tags, attributes }: PatchOrderBody): boolean {
  const currentTags = new Set(order.tags.map(folded));
  const added = (tags?.add ?? []).map(folded);
  const gone = (tags?.remove ?? []).map(folded).filter((tag) => !added.includes(tag));
  return (
    (note === undefined || order.note === note) &&
    added.every((tag) => currentTags.has(tag)) &&
    gone.every((tag) => !currentTags.has(tag)) &&
    Object.entries(attributes ?? {}).every(([key, value]) =>
      value === null
        ? !Object.hasOwn(order.attributes, key)
        : isDeepStrictEqual(order.attributes[key], value),
    )
  );
}
