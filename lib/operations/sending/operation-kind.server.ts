import 'server-only';
import { z } from 'zod';
import type { PlatformClient } from '@/lib/platform/client';
import type { Scope } from '@/lib/platform/contract/scopes';
import { FulfillmentId, type InstallId, type OperationId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * One kind of write of the platform document: what it may say, how it is sent, and how its effect is found by reading
 * when the answer was lost. How it survives crashes and doubt is the same for all: run-operation.server.ts.
 */
export type OperationKind<Body = unknown, Result = unknown> = {
  kind: string;
  /** Contract of the body, parsed strictly before anything is recorded; its JSON is the exact bytes. */
  body: z.ZodType<Body>;
  /** What outcomes tell of a success. */
  result: z.ZodType<Result>;
  /** What is kept of the ask when its bytes are gone, for whoever looks later: never personal data. */
  summarizeRequest?(body: Body): Prisma.InputJsonObject;
  /** All that are needed, reads on the way included. */
  scopes(body: Body): readonly Scope[];
  /** Sent one after another within the install, as an order's are by themselves. */
  queueKey?: string;
  /** It asks for a state, so that being in it counts as success, whoever led there: a 409 is looked into. */
  requestsState?: boolean;
  /** Idempotent by nature (IDE-4): in doubt it is sent again, however old. */
  isRepeatable?: boolean;
  /** Before each sending, `operation.before` null until one was committed. Errors: nothing was sent. */
  prepare?(platform: PlatformClient, operation: ClaimedOperation): Promise<Preparation>;
  send(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess>;
  reconcile(platform: PlatformClient, operation: ClaimedOperation): Promise<Finding>;
  /**
   * What is kept when a person says that it happened, where that is more than the ids of its path; `request` is null
   * once its bytes are gone. Or why that can't be.
   */
  resolveManually?(
    tx: Tx,
    operation: OperationKey & { request: string | null },
    decision: { orderNumber: string },
  ): Promise<Prisma.InputJsonObject | 'unknown_order' | 'other_order'>;
};

/** What is kept with the end of an operation, whatever the end. */
export function requestOf(
  kind: OperationKind,
  { request }: { request: string },
): { asked?: Prisma.InputJsonObject } {
  return kind.summarizeRequest ? { asked: kind.summarizeRequest(kind.body.parse(JSON.parse(request))) } : {};
}

/** Which operation: the id alone is the install's own. */
export type OperationKey = { installId: InstallId; id: OperationId };

/** An operation this process may send now; `fence` tells its answer from a predecessor's. */
export type ClaimedOperation = {
  installId: InstallId;
  id: OperationId;
  kind: string;
  idempotencyKey: string;
  target: OperationTarget;
  /** The exact bytes that were recorded. */
  request: string;
  /** What the person had before them, where that matters. */
  seen: unknown;
  /** What a read showed before the first sending. */
  before: unknown;
  attempts: number;
  fence: number;
  /** By the database's clock, as all its times. */
  claimedAt: Date;
  /** When its first byte may have left; null: none has. */
  firstSentAt: Date | null;
  /** When an earlier attempt may have had its effect; null: none can have. */
  doubtfulAt: Date | null;
};

/** Ids of the path. */
export const OperationTarget = z.object({
  orderId: OrderId.optional(),
  fulfillmentId: FulfillmentId.optional(),
});
export type OperationTarget = z.infer<typeof OperationTarget>;

export type Preparation =
  /** Sent once `before` is committed: ids, statuses and counts, never personal data. */
  | { next: 'send'; before: Prisma.InputJsonObject }
  | { next: 'refuse'; status: number; code: string; requestId: string | null }
  | { next: 'review' };

/** Success of an operation: what to write beside its end, and what to keep as its result (never personal data). */
export type OperationSuccess = {
  requestId: string | null;
  /** Whose tables are written; the tenant's unless said. */
  role?: 'system';
  /** Writes the mirror, in the transaction that ends the operation. `fence` was taken before the request. */
  store(tx: Tx, fence: bigint): Promise<Prisma.InputJsonObject>;
};

/** absent: reading proves that it did not happen. unclear: it can't tell. */
export type Finding = OperationSuccess | 'absent' | 'unclear';

/** Clocks of the platform and ours may be two minutes apart (security: Reliability); more is allowed for. */
export const clockSkewMs = 5 * 60_000;
