import { z } from 'zod';
import { bulkInputs as inputs, bulkTargets } from '@/lib/operations/bulk/bulk-inputs';
import type { FieldProblem } from '@/lib/platform/assumptions';
import type { OrderId, VariantId } from '@/lib/shared/ids';

/** Made by the form (crypto.randomUUID): the same id posted again is the same run. */
export const BulkRunId = z.uuid().brand<'BulkRunId'>();
export type BulkRunId = z.infer<typeof BulkRunId>;

const work = <Kind extends keyof typeof inputs>(kind: Kind) => ({
  kind: z.literal(kind),
  input: inputs[kind],
});

/** What a run does, as its row keeps it. */
export const BulkWork = z.discriminatedUnion('kind', [
  z.object(work('set_order_status')),
  z.object(work('add_tags')),
  z.object(work('remove_tags')),
  z.object(work('fulfill_orders')),
  z.object(work('adjust_stock')),
]);
export type BulkWork = z.infer<typeof BulkWork>;

/** The names of what can be done in bulk. */
export const bulkKinds = Object.keys(inputs) as BulkWork['kind'][];

const { orders: targets, parcels, changes } = bulkTargets;
/** What a person asks for. */
export const BulkRequest = z.discriminatedUnion('kind', [
  z.strictObject({ ...work('set_order_status'), targets }),
  z.strictObject({ ...work('add_tags'), targets }),
  z.strictObject({ ...work('remove_tags'), targets }),
  z.strictObject({ ...work('fulfill_orders'), targets: parcels }),
  z.strictObject({ ...work('adjust_stock'), targets: changes }),
]);
export type BulkRequest = z.infer<typeof BulkRequest>;

/** Before defaults: what a form posts. */
export type BulkRequestInput = z.input<typeof BulkRequest>;

/** unknown_…: our mirror has never seen it, or it is another store's. */
export type SkipReason = 'unknown_order' | 'unknown_variant' | 'deleted' | 'already_there';

/** What the mirror says of one target. A warning is no verdict: the platform decides (A3). */
export type TargetVerdict = (
  | { orderId: OrderId; variantId?: never }
  | { orderId?: never; variantId: VariantId }
) &
  ({ verdict: 'ok'; warning: 'unlisted_move' | null } | { verdict: 'skipped'; reason: SkipReason });

/** What a preflight finds; `minutes` at the pace of the budget, runs that are under way counted in. */
export type BulkPreflight = {
  targets: TargetVerdict[];
  ok: number;
  warned: number;
  skipped: Record<SkipReason, number>;
  minutes: number;
};

/** cancelled and ended are final, but for a retry of what was refused. */
export type BulkRunState = 'running' | 'paused' | 'cancelled' | 'ended';
export type BulkItemState =
  | 'waiting'
  | 'sent'
  | 'succeeded'
  | 'refused'
  | 'needs_review'
  | 'skipped'
  | 'cancelled';

/** Numbers for a bar: total = done + remaining, and done is the sum of the five after it. Times are RFC 3339. */
export type BulkRunView = {
  runId: string;
  work: BulkWork;
  state: BulkRunState;
  total: number;
  done: number;
  succeeded: number;
  refused: number;
  /** It may have happened: never sent again, a person has to look. */
  inDoubt: number;
  skipped: number;
  cancelled: number;
  remaining: number;
  /** Of the remaining: sent, not yet confirmed. They finish whatever becomes of the run. */
  underWay: number;
  /** How often the refused were asked for anew; what a retry names, so that a double click is one. */
  retries: number;
  actorName: string | null;
  startedAt: string;
  endedAt: string | null;
};

/** What a run's page shows above its rows. */
export type BulkProgress = BulkRunView & {
  /** It goes on when a merchant connects the store again. */
  waitsForReconnect: boolean;
  /** When it will be done, RFC 3339, by the rate of the last minutes; null when that can't be known. */
  endsAt: string | null;
};

/** One row of a run's page; `reason` is the platform's error code, or ours. */
export type BulkItemView = { position: number; state: BulkItemState; reason: string | null } & (
  | {
      orderId: string;
      /** null: the mirror does not have the order, or orders may not be read. */
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
      /** null: the mirror does not have the variant, or products may not be read. */
      productId: string | null;
      name: string | null;
      sku: string | null;
    }
);

/** Why there is no run to answer with. `status` is the HTTP status it stands for (security: Bad inputs). */
export type BulkRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 }
  /** This run id was used for something else. */
  | { code: 'run_reused'; status: 409 }
  /** Not from the state it is in, as told. */
  | { code: 'wrong_state'; status: 409; run: BulkRunView };

export type BulkOutcome = { code: 'done'; status: 200; run: BulkRunView } | BulkRefusal;

/** What a button of the run's page learns; the door may have refused. */
export type RunChangeOutcome =
  | BulkOutcome
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };
