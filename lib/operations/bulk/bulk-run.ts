import { z } from 'zod';
import { bulkInputs as inputs, bulkTargets } from '@/lib/operations/bulk/bulk-inputs';
import type { FirstItem } from '@/lib/shared/orders/first-item';
import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { FieldProblem } from 'commerce-platform-client/assumptions';
import type { OrderId, VariantId } from 'commerce-platform-client/contract/ids';
import type { NoRight } from '@/lib/shared/roles/roles';

/** Id of a bulk run, made by the form (crypto.randomUUID). Submitting the same id again returns the same run. */
export const BulkRunId = z.uuid().brand<'BulkRunId'>();
export type BulkRunId = z.infer<typeof BulkRunId>;

const work = <Kind extends keyof typeof inputs>(kind: Kind) => ({
  kind: z.literal(kind),
  input: inputs[kind],
});

/** Kind and input of a bulk run, as they are stored in its row. */
export const BulkWork = z.discriminatedUnion('kind', [
  z.object(work('set_order_status')),
  z.object(work('add_tags')),
  z.object(work('remove_tags')),
  z.object(work('fulfill_orders')),
  z.object(work('adjust_stock')),
]);
export type BulkWork = z.infer<typeof BulkWork>;

/** Names of the kinds of bulk runs. */
export const bulkKinds = Object.keys(inputs) as BulkWork['kind'][];

const { orders: targets, parcels, changes } = bulkTargets;
/** A user's request for a bulk run: the kind, the input, and the orders or variants. */
export const BulkRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...work('set_order_status'), targets }),
  z.strictObject({ ...work('add_tags'), targets }),
  z.strictObject({ ...work('remove_tags'), targets }),
  z.strictObject({ ...work('fulfill_orders'), targets: parcels }),
  z.strictObject({ ...work('adjust_stock'), targets: changes }),
]);
export type BulkRequest = z.infer<typeof BulkRequest>;

/** A request for a bulk run as the form submits it, before defaults are applied. */
export type BulkRequestInput = z.input<typeof BulkRequest>;

/**
 * Reasons why an order or variant is skipped.
 *
 * - `unknown_…`: the mirror (our copy of the platform's data) does not contain the order or variant
 * - `already_there`: the order already has the requested values
 * - `other_tracking`, `several_shipments`: the tracking number cannot be added to a shipment (findTrackingTarget)
 * - a value of NoShipmentReason: the order needs no shipment, for this reason
 */
export type SkipReason =
  | 'unknown_order'
  | 'unknown_variant'
  | 'deleted'
  | 'already_there'
  | 'other_tracking'
  | 'several_shipments'
  | NoShipmentReason;

/**
 * Result of the check of one order or variant with the data of the mirror. An order or variant with a warning is still
 * sent, because the platform decides (A3).
 */
export type TargetVerdict = (
  | {
      orderId: OrderId;
      variantId?: never;
      /**
       * Id of the existing shipment that gets the tracking number or is marked as delivered. Absent if a new shipment is
       * created, or if the order itself is changed.
       */
      fulfillmentId?: string;
      /** Tracking number that the existing shipment has now; null if it has none. */
      currentTracking?: string | null;
    }
  | { orderId?: never; variantId: VariantId }
) &
  ({ verdict: 'ok'; warning: 'unlisted_move' | null } | { verdict: 'skipped'; reason: SkipReason });

/**
 * Result of the check before a bulk run is started. `minutes` is the estimated duration of the run. The estimate
 * includes the runs in progress, because all runs share the writes that are allowed per minute. `minutes` is 0 if the
 * run takes only seconds.
 */
export type BulkPreflight = {
  targets: TargetVerdict[];
  ok: number;
  warned: number;
  /** Number of orders or variants that are skipped, by reason. A reason that does not occur is left out. */
  skipped: Partial<Record<SkipReason, number>>;
  minutes: number;
};

/** State of a bulk run. The states `cancelled` and `ended` are final, except that a user can retry refused items. */
export type BulkRunState = 'running' | 'paused' | 'cancelled' | 'ended';
export type BulkItemState =
  | 'waiting'
  | 'sent'
  | 'succeeded'
  | 'refused'
  | 'needs_review'
  | 'skipped'
  | 'cancelled';

/**
 * State and counts of a bulk run. `total` is `done` + `remaining`. `done` is the sum of the five counts from
 * `succeeded` to `cancelled`. Times are RFC 3339.
 */
export type BulkRunView = {
  runId: string;
  work: BulkWork;
  state: BulkRunState;
  total: number;
  done: number;
  succeeded: number;
  refused: number;
  /**
   * Number of items whose write may have taken effect. The app never sends these items again; a user must check each of
   * them.
   */
  outcomeUnknown: number;
  skipped: number;
  cancelled: number;
  remaining: number;
  /**
   * Number of items that were sent and whose outcome is not known yet. The count `remaining` includes these items. They
   * finish even if the run is paused or cancelled.
   */
  underWay: number;
  /**
   * How often users have retried the refused items of the bulk run. The retry button sends this number, so that a
   * double click starts only one retry.
   */
  retries: number;
  actorName: string | null;
  startedAt: string;
  endedAt: string | null;
};

/** The data of one bulk run that its screen shows above the list of items. */
export type BulkProgress = BulkRunView & {
  /** True if the bulk run cannot continue until a merchant connects the store again. */
  waitsForReconnect: boolean;
  /** True if the bulk run cannot continue because the store is paused (`npm run ops`). */
  isStorePaused: boolean;
  /** Estimated end of the bulk run (RFC 3339), by the pace of the last minutes; null if no estimate is possible. */
  endsAt: string | null;
  /**
   * Time until `endsAt` in minutes, counted by the clock of the server; null if no estimate is possible. The value 0
   * means a few seconds. A server of an earlier release leaves it out.
   */
  minutesLeft?: number | null;
};

/** One item in the list of a bulk run's screen. `reason` is the error code of the platform or of the app. */
export type BulkItemView = { position: number; state: BulkItemState; reason: string | null } & (
  | {
      orderId: string;
      /**
       * Number of the order. Null if the mirror does not contain the order, or if the app has no scope to read orders.
       */
      orderNumber: string | null;
      /**
       * First item of the order. Null if the app has not read the items yet, or has no scope to read orders. A server of
       * an earlier release leaves it out.
       */
      firstItem?: FirstItem | null;
      trackingNumber: string | null;
      variantId?: never;
    }
  | {
      orderId?: never;
      orderNumber?: never;
      firstItem?: never;
      trackingNumber?: never;
      variantId: string;
      delta: number;
      /**
       * Product, name and SKU of the variant. All are null if the mirror does not contain the variant, or if the app
       * has no scope to read products.
       */
      productId: string | null;
      name: string | null;
      sku: string | null;
    }
);

/** Reasons why an action on a bulk run fails. `status` is the corresponding HTTP status (S28). */
export type BulkRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 }
  | NoRight
  /** The run id was already used for another request. */
  | { code: 'run_reused'; status: 409 }
  /** The state of the bulk run does not allow the requested change. `run` is the current state of the run. */
  | { code: 'wrong_state'; status: 409; run: BulkRunView };

export type BulkOutcome = { code: 'done'; status: 200; run: BulkRunView } | BulkRefusal;

/** Result of an action on the screen of a bulk run, such as "pause", or a refusal of the access check. */
export type RunChangeOutcome =
  | BulkOutcome
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
