import { z } from 'zod';
import type { Fulfillment, OrderDetail, Refund } from '@/lib/platform/contract/orders';

/** What a write requested, as far as it is stored. */
export type OrderRequest = z.output<typeof Requested>;

/** A write of the app: its state, who requested it, and the platform's request ids of its responses. */
export type OrderAction = {
  id: string;
  /** The kind under which the operation is recorded. */
  kind: string;
  /** sending: recorded, and no attempt can have had its effect. unconfirmed: an attempt may have had its effect. */
  state: 'sending' | 'unconfirmed' | 'succeeded' | 'refused' | 'needs_review';
  requested: OrderRequest;
  /** null: a user who signed in without a name, or no user. */
  actor: string | null;
  refusal: { reason: string; currentStatus: string | null } | null;
  /** True if the order's state refused the status change that was due (platform: order_status_skipped). */
  orderStatusSkipped: boolean;
  /** True if the effect was found by reading, because no response arrived. */
  byReading: boolean;
  requestIds: string[];
};

/** Something that happened to the order; `action` is null if the app did not cause it. */
export type OrderEvent = { key: string; at: string; action: OrderAction | null } & (
  | { kind: 'created'; source: string | null }
  | { kind: 'fulfillment'; provider: string | null; trackingNumber: string | null }
  | { kind: 'fulfillment_changed'; status: string }
  | { kind: 'refund'; amount: Refund['amount'] }
  | { kind: 'write' }
);

/** The known history of an order, newest first. `isCut`: there are older writes of the app. */
export type OrderTimeline = { events: OrderEvent[]; isCut: boolean };

type KnownOperation = {
  id: string;
  kind: string;
  state: string;
  actorName: string | null;
  createdAt: Date;
  endedAt: Date | null;
  requestIds: string[];
  requested: unknown;
  result: unknown;
  target: unknown;
};

/** Combines the platform's data about the order's past with the app's writes. Each event appears once. */
export function orderTimeline(
  order: Pick<OrderDetail, 'created_at' | 'source' | 'fulfillments' | 'refunds'>,
  operations: readonly KnownOperation[],
  operationsMax: number,
): OrderTimeline {
  const known = operations.map((operation) => ({
    action: actionOf(operation),
    at: operation.createdAt.toISOString(),
    ids: Ids.parse({ ...objectOf(operation.target), ...objectOf(operation.result) }),
  }));
  const listed = new Set<string>();
  const actionFor = (is: (one: (typeof known)[number]) => boolean): OrderAction | null => {
    const action = known.find((one) => one.action.state === 'succeeded' && is(one))?.action ?? null;
    if (action) listed.add(action.id);
    return action;
  };
  const events: OrderEvent[] = [
    {
      kind: 'created',
      key: 'created',
      at: order.created_at,
      source: order.source,
      action: actionFor(({ action }) => action.kind === 'create_order'),
    },
    ...order.fulfillments.flatMap((row) => fulfillmentEvents(row, actionFor)),
    ...order.refunds.map(
      ({ id, created_at: at, amount }): OrderEvent => ({
        kind: 'refund',
        key: `refund ${id}`,
        at,
        amount,
        action: actionFor(({ ids }) => ids.refundId === id),
      }),
    ),
  ];
  for (const { action, at } of known)
    if (!listed.has(action.id)) events.push({ kind: 'write', key: action.id, at, action });
  return {
    events: events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    isCut: operations.filter(({ kind }) => kind !== 'create_order').length >= operationsMax,
  };
}

type ActionFor = (
  is: (one: { action: OrderAction; ids: z.output<typeof Ids> }) => boolean,
) => OrderAction | null;

function fulfillmentEvents(row: Fulfillment, actionFor: ActionFor): OrderEvent[] {
  const { id, provider, tracking_number: trackingNumber, status } = row;
  const created: OrderEvent = {
    kind: 'fulfillment',
    key: `fulfillment ${id}`,
    at: row.created_at,
    provider,
    trackingNumber,
    action: actionFor(({ action, ids }) => action.kind !== 'patch_fulfillment' && ids.fulfillmentId === id),
  };
  if (row.updated_at === row.created_at) return [created];
  // The write of the app that caused the current status, if any. Earlier writes of the app have their own entries.
  const action = actionFor(
    (one) =>
      one.action.kind === 'patch_fulfillment' &&
      one.ids.fulfillmentId === id &&
      one.action.requested.status === status,
  );
  return [created, { kind: 'fulfillment_changed', key: `change ${id}`, at: row.updated_at, status, action }];
}

const Requested = z
  .object({
    status: z.string().optional(),
    note: z.boolean().optional(),
    tags: z.object({ add: z.array(z.string()), remove: z.array(z.string()) }).optional(),
    attributes: z.array(z.string()).optional(),
  })
  .catch({});

const Ids = z.object({ fulfillmentId: z.string().nullish(), refundId: z.string().nullish() }).catch({});

const Result = z
  .object({
    code: z.string().optional(),
    details: z.object({ current_status: z.string().nullish() }).optional(),
    orderStatusSkipped: z.boolean().nullish(),
    byReading: z.boolean().optional(),
  })
  .catch({});

function actionOf({
  id,
  kind,
  state,
  actorName,
  requested,
  result,
  requestIds,
}: KnownOperation): OrderAction {
  const { code, details, orderStatusSkipped, byReading } = Result.parse(result ?? {});
  return {
    id,
    kind,
    state: stateOf(state),
    requested: Requested.parse(requested ?? {}),
    actor: actorName,
    refusal:
      state === 'refused' ? { reason: code ?? '', currentStatus: details?.current_status ?? null } : null,
    orderStatusSkipped: orderStatusSkipped === true,
    byReading: byReading === true,
    requestIds,
  };
}

function stateOf(state: string): OrderAction['state'] {
  if (state === 'succeeded' || state === 'refused' || state === 'needs_review') return state;
  return state === 'unknown' ? 'unconfirmed' : 'sending';
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
