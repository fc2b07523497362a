import 'server-only';
import { z } from 'zod';
import type { PlatformClient } from '@/lib/platform/client';
import type { Scope } from '@/lib/platform/contract/scopes';
import { FulfillmentId, type InstallId, type OperationId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * One kind of write of the platform document: its body, how it is sent, and how its effect is found by reading after a
 * lost answer. Crashes and unknown outcomes are handled in the same way for all kinds: run-operation.server.ts.
 */
export type OperationKind<Body = unknown, Result = unknown> = {
  kind: string;
  /** Contract of the body, parsed strictly before anything is recorded. Its JSON is the exact request bytes. */
  body: z.ZodType<Body>;
  /** Contract of the result that the outcome of a success contains. */
  result: z.ZodType<Result>;
  /** The part of the request that stays stored after its bytes are deleted, for later display. Never personal data. */
  summarizeRequest?(body: Body): Prisma.InputJsonObject;
  /** All scopes that are needed, including those of the reads before and after sending. */
  scopes(body: Body): readonly Scope[];
  /**
   * Queue key: operations with this key are sent one after another within the install. Operations on one order always
   * are.
   */
  queueKey?: string;
  /**
   * The kind requests a state. Being in that state counts as success, no matter what led there, so a 409 is checked by
   * reading.
   */
  requestsState?: boolean;
  /** Idempotent by nature (IDE-4): if the outcome is unknown it is sent again, however old it is. */
  isRepeatable?: boolean;
  /**
   * Runs before each sending. `operation.before` is null until a `before` was committed. If it throws, nothing was
   * sent.
   */
  prepare?(platform: PlatformClient, operation: ClaimedOperation): Promise<Preparation>;
  send(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess>;
  reconcile(platform: PlatformClient, operation: ClaimedOperation): Promise<Finding>;
  /**
   * Returns what is stored when a user resolves the operation manually as happened, if that is more than the ids of its
   * path. Otherwise returns the reason why it cannot be resolved so. `request` is null after its bytes are deleted.
   */
  resolveManually?(
    tx: Tx,
    operation: OperationKey & { request: string | null },
    decision: { orderNumber: string },
  ): Promise<Prisma.InputJsonObject | 'unknown_order' | 'other_order'>;
};

/**
 * Kinds by the name under which they are recorded. Callers pass them in, because the nouns that have them import
 * lib/operations.
 */
export type OperationKinds = ReadonlyMap<string, OperationKind>;

/** Returns the kinds by their names. */
export const kindsByName = (kinds: readonly OperationKind[]): OperationKinds =>
  new Map(kinds.map((kind) => [kind.kind, kind]));

/** The part of the request that is stored with the end of an operation, whatever the end is. */
export function requestOf(
  kind: OperationKind,
  { request }: { request: string },
): { requested?: Prisma.InputJsonObject } {
  return kind.summarizeRequest
    ? { requested: kind.summarizeRequest(kind.body.parse(JSON.parse(request))) }
    : {};
}

/** Key of an operation. The id alone is unique only within its install. */
export type OperationKey = { installId: InstallId; id: OperationId };

/**
 * An operation that this process may send now. `claim` (the claim number) separates its answer from the answer of an
 * earlier sender.
 */
export type ClaimedOperation = {
  installId: InstallId;
  id: OperationId;
  kind: string;
  idempotencyKey: string;
  target: OperationTarget;
  /** The exact bytes that were recorded. */
  request: string;
  /** The state that the user saw, if it matters for this kind. */
  seen: unknown;
  /** The state that a read showed before the first sending. */
  before: unknown;
  attempts: number;
  claim: number;
  /** Time of the claim by the database's clock, like all times of an operation. */
  claimedAt: Date;
  /** When its first byte may have been sent; null: no byte was sent. */
  firstSentAt: Date | null;
  /** Time of the last attempt that may have taken effect; null if no attempt can have taken effect. */
  outcomeUnknownAt: Date | null;
};

/** Ids in the path of the request. */
export const OperationTarget = z.object({
  orderId: OrderId.optional(),
  fulfillmentId: FulfillmentId.optional(),
});
export type OperationTarget = z.infer<typeof OperationTarget>;

export type Preparation =
  /** The request is sent after `before` is committed. `before` has ids, statuses and counts, never personal data. */
  | { next: 'send'; before: Prisma.InputJsonObject }
  | { next: 'refuse'; status: number; code: string; requestId: string | null }
  | { next: 'review' };

/**
 * The success of an operation: the rows to write in the transaction that ends it, and the result to store (never
 * personal data).
 */
export type OperationSuccess = {
  requestId: string | null;
  /** Database role for the writes; the tenant's role if it is not set. */
  role?: 'system';
  /** Writes the mirror in the transaction that ends the operation. `fence` was taken before the request. */
  store(tx: Tx, fence: bigint): Promise<Prisma.InputJsonObject>;
};

/** absent: reading proves that the write did not happen. unclear: reading cannot prove it. */
export type Finding = OperationSuccess | 'absent' | 'unclear';

/**
 * Allowed difference between the platform's clock and ours. The tests let them differ by two minutes, and this allows
 * more.
 */
export const clockSkewMs = 5 * 60_000;
