import { z } from 'zod';
import { readAcceptedQuote } from '@/lib/operations/activity/read-accepted-quote';
import type { Fulfillment, OrderDetail, Refund } from 'commerce-platform-client/contract/orders';

/** The fields of a write's request that are stored for display. */
export type OrderRequest = z.output<typeof Requested>;

/**
 * A write of this app to an order: its state, the user who requested it, and the request ids of the platform's
 * responses.
 */
export type OrderAction = {
  id: string;
  /** Kind of the write, such as `create_order`. */
  kind: string;
  /**
   * `sending`: the write is recorded, and it cannot have taken effect yet. `unconfirmed`: the write may have been sent
   * and may have taken effect.
   */
  state: 'sending' | 'unconfirmed' | 'succeeded' | 'refused' | 'needs_review';
  requested: OrderRequest;
  /**
   * Name of the user who requested the write; null if the user signed in without a name, or if no user requested it.
   */
  actor: string | null;
  /**
   * Number of a quote, such as Q-1, if the customer caused the write by accepting the quote. Null if a user requested
   * the write.
   */
  acceptedQuote: string | null;
  refusal: { reason: string; currentStatus: string | null } | null;
  /**
   * True if the write succeeded but left the order's status unchanged, because this status did not allow the change
   * (platform: order_status_skipped).
   */
  orderStatusSkipped: boolean;
  /** True if no clear response arrived, and a later read of the platform showed that the write had taken effect. */
  byReading: boolean;
  requestIds: string[];
};

/**
 * An event in the history of an order. `action` is the write of this app that caused the event; null if this app did
 * not cause it.
 */
export type OrderEvent = { key: string; at: string; action: OrderAction | null } & (
  | { kind: 'created'; source: string | null }
  | { kind: 'fulfillment'; provider: string | null; trackingNumber: string | null }
  | { kind: 'fulfillment_changed'; status: string }
  | { kind: 'refund'; amount: Refund['amount'] }
  | { kind: 'write' }
);

/**
 * The known history of an order, newest event first. `isCut` is true if the list does not contain the older writes of
 * the app.
 */
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

/**
 * Makes the history of an order from two sources: the order's data from the platform, and the writes of this app. If
 * both sources contain an event, it appears once.
 */
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
  const created: OrderEvent = {
    kind: 'created',
    key: 'created',
    at: order.created_at,
    source: order.source,
    action: actionFor(({ action }) => action.kind === 'create_order'),
  };
  const events: OrderEvent[] = [
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
  // The creation of the order is added last, because the sort does not change the sequence of events with equal times.
  // So the creation stays the oldest event, even if another event (such as the refund of a sale at the counter) has the
  // same time.
  events.push(created);
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
  // Finds the app's write that gave the fulfillment its current status; null if the app did not set this status. Every
  // other change of the fulfillment by the app is a separate event of the timeline.
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

function actionOf(operation: KnownOperation): OrderAction {
  const { id, kind, state, actorName, requested, result, requestIds, target } = operation;
  const { code, details, orderStatusSkipped, byReading } = Result.parse(result ?? {});
  return {
    id,
    kind,
    state: stateOf(state),
    requested: Requested.parse(requested ?? {}),
    actor: actorName,
    acceptedQuote: readAcceptedQuote(target),
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
