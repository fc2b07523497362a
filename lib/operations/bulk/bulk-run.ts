import { z } from 'zod';
import { bulkInputs as inputs, bulkTargets } from '@/lib/operations/bulk/bulk-inputs';
import type { FieldProblem } from '@/lib/platform/assumptions';
import type { OrderId, VariantId } from '@/lib/shared/ids';

/** Run id, made by the form (crypto.randomUUID). Submitting the same id again gives the same run. */
export const BulkRunId = z.uuid().brand<'BulkRunId'>();
export type BulkRunId = z.infer<typeof BulkRunId>;

const work = <Kind extends keyof typeof inputs>(kind: Kind) => ({
  kind: z.literal(kind),
  input: inputs[kind],
});

/** The kind and the input of a bulk run, as its row stores them. */
export const BulkWork = z.discriminatedUnion('kind', [
  z.object(work('set_order_status')),
  z.object(work('add_tags')),
  z.object(work('remove_tags')),
  z.object(work('fulfill_orders')),
  z.object(work('adjust_stock')),
]);
export type BulkWork = z.infer<typeof BulkWork>;

/** Names of the kinds of bulk work. */
export const bulkKinds = Object.keys(inputs) as BulkWork['kind'][];

const { orders: targets, parcels, changes } = bulkTargets;
/** A user's bulk request: the work and its targets. */
export const BulkRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...work('set_order_status'), targets }),
  z.strictObject({ ...work('add_tags'), targets }),
  z.strictObject({ ...work('remove_tags'), targets }),
  z.strictObject({ ...work('fulfill_orders'), targets: parcels }),
  z.strictObject({ ...work('adjust_stock'), targets: changes }),
]);
export type BulkRequest = z.infer<typeof BulkRequest>;

/** The bulk request before defaults, as a form submits it. */
export type BulkRequestInput = z.input<typeof BulkRequest>;

/** unknown_…: the mirror has never seen the target, or it belongs to another store. */
export type SkipReason = 'unknown_order' | 'unknown_variant' | 'deleted' | 'already_there';

/** Evaluation of one target with the mirror. A warning is not a decision: the platform decides (A3). */
export type TargetVerdict = (
  | { orderId: OrderId; variantId?: never }
  | { orderId?: never; variantId: VariantId }
) &
  ({ verdict: 'ok'; warning: 'unlisted_move' | null } | { verdict: 'skipped'; reason: SkipReason });

/** Result of a preflight. `minutes` is the duration at the pace of the budget, with the runs in progress included. */
export type BulkPreflight = {
  targets: TargetVerdict[];
  ok: number;
  warned: number;
  skipped: Record<SkipReason, number>;
  minutes: number;
};

/** cancelled and ended are final, except that refused items can be retried. */
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
 * Numbers for a progress bar: total = done + remaining, and done is the sum of the five numbers after it. Times are RFC
 * 3339.
 */
export type BulkRunView = {
  runId: string;
  work: BulkWork;
  state: BulkRunState;
  total: number;
  done: number;
  succeeded: number;
  refused: number;
  /** Items that may have taken effect. They are never sent again, and a user has to check them. */
  outcomeUnknown: number;
  skipped: number;
  cancelled: number;
  remaining: number;
  /** Part of the remaining items: sent and not yet confirmed. These items finish whatever happens to the run. */
  underWay: number;
  /**
   * How often the refused items were requested again. A retry names this number, so that a double click starts only one
   * retry.
   */
  retries: number;
  actorName: string | null;
  startedAt: string;
  endedAt: string | null;
};

/** Data that a run's page shows above its rows. */
export type BulkProgress = BulkRunView & {
  /** True if the run continues only after a merchant connects the store again. */
  waitsForReconnect: boolean;
  /** Estimated end (RFC 3339) by the rate of the last minutes; null if it cannot be known. */
  endsAt: string | null;
};

/** One row of a run's page. `reason` is the platform's error code, or ours. */
export type BulkItemView = { position: number; state: BulkItemState; reason: string | null } & (
  | {
      orderId: string;
      /** null: the mirror does not have the order, or the app may not read orders. */
      orderNumber: string | null;
      trackingNumber: string | null;
      variantId?: never;
    }
  | {
      orderId?: never;
      orderNumber?: never;
      trackingNumber?: never;
      variantId: string;
      delta: number;
      /** null: the mirror does not have the variant, or the app may not read products. */
      productId: string | null;
      name: string | null;
      sku: string | null;
    }
);

/** Why an action returns no run. `status` is the corresponding HTTP status (S28). */
export type BulkRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 }
  /** The run id was already used for another request. */
  | { code: 'run_reused'; status: 409 }
  /** The run's current state, which is returned, does not allow the change. */
  | { code: 'wrong_state'; status: 409; run: BulkRunView };

export type BulkOutcome = { code: 'done'; status: 200; run: BulkRunView } | BulkRefusal;

/** Outcome of a button on the run's page. The access check may have refused the request. */
export type RunChangeOutcome =
  | BulkOutcome
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
