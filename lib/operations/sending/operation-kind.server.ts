import 'server-only';
import { z } from 'zod';
import type { PlatformClient } from '@/lib/platform/client';
import type { Scope } from '@/lib/platform/contract/scopes';
import { FulfillmentId, type InstallId, type OperationId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * Defines one kind of write of the platform document: its body and how it is sent. If the response was lost, the kind
 * also says how to find the effect by reading. The file run-operation.server.ts handles crashes and unknown outcomes in
 * the same way for all kinds.
 */
export type OperationKind<Body = unknown, Result = unknown> = {
  kind: string;
  /**
   * Schema of the request body, which is parsed strictly before the operation is recorded. Its JSON text is the exact
   * bytes of the request.
   */
  body: z.ZodType<Body>;
  /** Schema of the result that a successful operation stores. */
  result: z.ZodType<Result>;
  /**
   * Returns the part of the request that stays stored for display after the request bytes are deleted. It never
   * contains personal data.
   */
  summarizeRequest?(body: Body): Prisma.InputJsonObject;
  /**
   * Returns the scopes that the write and the reads before it need. A read that settles an unknown outcome may need
   * more scopes. If these are missing, the operation goes to review.
   */
  scopes(body: Body): readonly Scope[];
  /**
   * Queue key of all operations of this kind, which an install then sends one after another. Operations on one order
   * need no such key, because their queue key is the order id.
   */
  queueKey?: string;
  /**
   * True if the write requests a certain state of the order. If the order is in this state, the write counts as
   * successful, no matter what caused the state. After a 409, the order is therefore read.
   */
  requestsState?: boolean;
  /**
   * True if the write is idempotent by nature (IDE-4). If the outcome is unknown, it is sent again, however old it is.
   */
  isRepeatable?: boolean;
  /**
   * Reads from the platform what the write needs; called before each sending. `operation.before` is the stored value
   * `before` of an earlier call; null if none was stored. If this function throws, this attempt has sent nothing.
   */
  prepare?(platform: PlatformClient, operation: ClaimedOperation): Promise<Preparation>;
  send(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess>;
  reconcile(platform: PlatformClient, operation: ClaimedOperation): Promise<Finding>;
  /**
   * Returns the result to store if a user reports that the write happened. Without this function, the result is the ids
   * of the request path. If the report cannot be accepted, the reason is returned. `request` is null after the request
   * bytes were deleted.
   */
  resolveManually?(
    tx: Tx,
    operation: OperationKey & { request: string | null },
    decision: { orderNumber: string },
  ): Promise<Prisma.InputJsonObject | 'unknown_order' | 'other_order'>;
};

/**
 * The kinds of writes, by the name under which they are recorded. Callers pass them in, because the modules that define
 * kinds import lib/operations.
 */
export type OperationKinds = ReadonlyMap<string, OperationKind>;

/** Returns a map of the kinds, keyed by their names. */
export const kindsByName = (kinds: readonly OperationKind[]): OperationKinds =>
  new Map(kinds.map((kind) => [kind.kind, kind]));

/**
 * Returns the part of the request that is stored with the outcome when the operation ends, whether it succeeded or was
 * refused.
 */
export function requestOf(
  kind: OperationKind,
  { request }: { request: string },
): { requested?: Prisma.InputJsonObject } {
  return kind.summarizeRequest
    ? { requested: kind.summarizeRequest(kind.body.parse(JSON.parse(request))) }
    : {};
}

/** Key that identifies an operation across all installs; the id is unique only within its install. */
export type OperationKey = { installId: InstallId; id: OperationId };

/**
 * An operation that this process may send now. Its claim number `claim` distinguishes the result of this process from
 * the result of an earlier sender.
 */
export type ClaimedOperation = {
  installId: InstallId;
  id: OperationId;
  kind: string;
  idempotencyKey: string;
  target: OperationTarget;
  /** The bytes of the request body, exactly as they were recorded. */
  request: string;
  /** The state of the order that the user saw on the screen, for kinds that compare it with the current state. */
  seen: unknown;
  /**
   * What the app read from the platform before it first sent the write, such as the ids of the order's refunds. The
   * value is null until that read.
   */
  before: unknown;
  attempts: number;
  claim: number;
  /** Time of the claim, by the database's clock. This clock gives all times that decide what is sent and when. */
  claimedAt: Date;
  /** When the first byte of the write may have been sent; null if nothing was sent. */
  firstSentAt: Date | null;
  /** Time of the last attempt that may have taken effect; null if there was no such attempt. */
  outcomeUnknownAt: Date | null;
};

/**
 * What the write concerns: the ids in the path of the platform request. `acceptedQuote` is the number of the quote, such
 * as Q-1, whose acceptance by the customer caused the write. Without it, a user of the app requested the write.
 * `replaces` is the id of the order that the new order of this write replaces.
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
   * `before` is what the read before sending found: ids, statuses and counts, never personal data. It is committed
   * before the write is sent.
   */
  | { next: 'send'; before: Prisma.InputJsonObject }
  | { next: 'refuse'; status: number; code: string; requestId: string | null }
  | { next: 'review' };

/**
 * Result of a successful operation: the rows to write in the transaction that ends it, and the result to store. The
 * stored result never contains personal data.
 */
export type OperationSuccess = {
  requestId: string | null;
  /** Database role in which the function `store` runs. The default is the tenant's role. */
  role?: 'system';
  /**
   * Writes rows of the mirror in the transaction that ends the operation. `fence` was taken before the request was
   * sent.
   */
  store(tx: Tx, fence: bigint): Promise<Prisma.InputJsonObject>;
};

/**
 * Result of reading the platform to find out whether a write took effect. absent: it did not take effect. unclear: the
 * read does not prove whether it took effect.
 */
export type Finding = OperationSuccess | 'absent' | 'unclear';

/**
 * Allowed difference between the platform's clock and ours, for comparing times. In the tests, the clocks differ by up
 * to two minutes, and this value is larger.
 */
export const clockSkewMs = 5 * 60_000;
