import 'server-only';
import { z } from 'zod';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { FulfillmentId, type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { KindName } from '@/lib/shared/operations/kind-endpoints';
import { type OperationId } from '@/lib/shared/operation-id';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Defines one kind of write of the platform document: its body, how it is sent, and how a read can find its effect.
 * run-operation.server.ts handles crashes and lost responses in the same way for all kinds.
 */
export type OperationKind<Body = unknown, Result = unknown> = {
  kind: KindName;
  /**
   * Schema of the request body. The body is parsed strictly before the operation is recorded. The JSON text of the
   * parsed body has exactly the bytes that are sent.
   */
  body: z.ZodType<Body>;
  /** Schema of the result that is stored when an operation succeeds. */
  result: z.ZodType<Result>;
  /**
   * True if a second write would do it twice: pay, create or count again. If a person reports that a write of this kind
   * did not happen, Activity asks for a confirmation first (review-form.tsx), because the person can then repeat it.
   */
  doublesIfRepeated: boolean;
  /**
   * Returns the part of the request that stays stored for display after the request itself was deleted. This part never
   * contains personal data.
   */
  summarizeRequest?(body: Body): Prisma.InputJsonObject;
  /**
   * Returns the scopes that the write and the reads before it need. If the outcome of the write is unknown, another
   * read looks for its effect. The scopes of that other read are not returned here. If the app lacks a scope of that
   * other read, the operation ends with the state `needs_review`.
   */
  scopes(body: Body): readonly Scope[];
  /**
   * Queue key of all operations of this kind. An install sends operations with the same queue key one after
   * another. Operations on an order need no key here, because their queue key is made from the id of the
   * order.
   */
  queueKey?: string;
  /**
   * True if the write only sets values of the order, such as a status. If the order has the requested values, the write
   * counts as succeeded, no matter who changed the order. So after a 409, the app reads the order.
   */
  requestsState?: boolean;
  /**
   * True if sending the write twice has the same effect as sending it once (IDE-4). If the outcome of such a
   * write is unknown, the write is sent again, even later than `resendWithinMs` after the first attempt.
   */
  isRepeatable?: boolean;
  /**
   * Reads from the platform what the write needs. The function is called before each attempt to send.
   * `operation.before` is what an earlier attempt has read; null if there was none. If the function throws, this
   * attempt has sent nothing.
   */
  prepare?(platform: PlatformClient, operation: ClaimedOperation): Promise<Preparation>;
  send(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess>;
  reconcile(platform: PlatformClient, operation: ClaimedOperation): Promise<Finding>;
  /**
   * Returns the result that is stored if a user reports that the write happened, or the reason why the report is
   * refused. If a kind has no such function, the stored result has the ids of the request path. `request` is null if
   * the request bytes were deleted.
   */
  resolveManually?(
    tx: Tx,
    operation: OperationKey & { request: string | null },
    decision: { orderNumber: string },
  ): Promise<Prisma.InputJsonObject | 'unknown_order' | 'other_order'>;
};

/**
 * The kinds of writes, keyed by their names. Callers pass this map in. lib/operations cannot import the kinds, because
 * the modules that define kinds import lib/operations.
 */
export type OperationKinds = ReadonlyMap<string, OperationKind>;

export const kindsByName = (kinds: readonly OperationKind[]): OperationKinds =>
  new Map(kinds.map((kind) => [kind.kind, kind]));

/** Returns the part of the request that is stored for display when the operation ends. */
export function requestOf(
  kind: OperationKind,
  { request }: { request: string },
): { requested?: Prisma.InputJsonObject } {
  return kind.summarizeRequest
    ? { requested: kind.summarizeRequest(kind.body.parse(JSON.parse(request))) }
    : {};
}

/** Key of an operation. The id alone is unique only within the install, so the key also has the install id. */
export type OperationKey = { installId: InstallId; id: OperationId };

/**
 * An operation that the current process has claimed and may send now. The number `claim` rises each time a process
 * claims the operation. A process with an older number can no longer change the operation.
 */
export type ClaimedOperation = {
  installId: InstallId;
  id: OperationId;
  kind: string;
  idempotencyKey: string;
  target: OperationTarget;
  /** The bytes of the request body, exactly as they were recorded. */
  request: string;
  /**
   * What the screen showed to the user, such as the note of the order. Some kinds of writes compare this
   * value with the order before they send anything. Only these kinds store the value.
   */
  seen: unknown;
  /**
   * What the app read from the platform before it first sent the write, such as the ids of the order's refunds. Null
   * before that read.
   */
  before: unknown;
  attempts: number;
  claim: number;
  /**
   * Time at which this process claimed the operation, by the database's clock. Due times are compared only with the
   * database's clock.
   */
  claimedAt: Date;
  /** Start of the first attempt to send the write; null before the first attempt. */
  firstSentAt: Date | null;
  /** End of the last attempt that may have taken effect; null if there was no such attempt. */
  outcomeUnknownAt: Date | null;
  /** The trace (W3C traceparent) in which the operation was recorded; null if tracing was off. */
  traceparent: string | null;
};

/**
 * What the write is about: the ids in the path of the platform request.
 *
 * - `acceptedQuote`: number of the quote, such as Q-1, if a customer caused the write by accepting a quote; absent if a
 *   user requested the write
 * - `replaces`: id of the order that the new order replaces
 */
export const OperationTarget = z.object({
  orderId: OrderId.optional(),
  fulfillmentId: FulfillmentId.optional(),
  acceptedQuote: z.string().optional(),
  replaces: OrderId.optional(),
});
export type OperationTarget = z.infer<typeof OperationTarget>;

export type Preparation =
  /**
   * `before` is what was read before sending: ids, statuses and counts, but no personal data. `before` is committed
   * before the write is sent.
   */
  | { next: 'send'; before: Prisma.InputJsonObject }
  | { next: 'refuse'; status: number; code: string; requestId: string | null }
  | { next: 'review' };

/**
 * A successful write: the rows to store in the transaction that ends the operation, and the result to store. The result
 * never contains personal data.
 */
export type OperationSuccess = {
  requestId: string | null;
  /**
   * True if the platform replayed the answer to an earlier attempt (IDE-2). Data of a replayed answer may be a day old.
   * So `store` gets the smallest fence (a number that grows with each request). Then the data of any read can replace
   * the data of the replayed answer.
   */
  isReplayed?: boolean;
  /** Database role in which `store` runs. If it is absent, `store` runs in the tenant role. */
  role?: 'system';
  /**
   * Writes rows of the mirror (our copy of the platform's data) in the transaction that ends the operation. `fence` is
   * the number that was taken before the request. Each request takes a greater number than the requests before it, so
   * the data of a later request replace the data of earlier ones.
   */
  store(tx: Tx, fence: bigint): Promise<Prisma.InputJsonObject>;
};

/**
 * Result of a read that looks for the effect of a write. An OperationSuccess means that the write took effect.
 * `absent`: the write did not take effect. `unclear`: the read does not show whether it took effect.
 */
export type Finding = OperationSuccess | 'absent' | 'unclear';

/**
 * Maximum difference between the platform's clock and ours that is tolerated when times are compared. In the tests, the
 * clocks differ by up to two minutes, so the maximum is higher than that.
 */
export const clockSkewMs = 5 * 60_000;
