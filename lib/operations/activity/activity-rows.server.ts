import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ActivityOperation, ActivityState } from '@/lib/operations/activity/activity-view';
import { readAcceptedQuote } from '@/lib/operations/activity/read-accepted-quote';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import { storedRequest } from '@/lib/operations/sending/stored-request.server';
import type { Money } from '@/lib/shared/numbers/money';
import type { ActivityRequest } from '@/lib/shared/operations/activity-request';
import type { Tx } from '@/lib/system/db';
import type { Operation } from '@/lib/system/generated/prisma/client';

/**
 * Returns the operations (writes to the platform) with the given ids, in the form in which the Activity screen shows
 * them. The result is keyed by id.
 */
export async function activityOperations(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  ids: string[],
  ports: ActivityPorts,
): Promise<Map<string, ActivityOperation>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.operation.findMany({ where: { installId, id: { in: ids } } });
  const items = await tx.bulkItem.findMany({
    where: { installId, operationId: { in: ids } },
    select: { operationId: true, runId: true },
  });
  const quotes = await ports.findQuotesOfOperations(tx, installId, ids);
  const orderIds = rows.map(orderIdOf).filter((id) => id !== null);
  const readableIds = scopes.has('orders:read') ? orderIds : [];
  const numbers = await ports.findOrderNumbers(tx, installId, readableIds);
  const currencies = await ports.findOrderCurrencies(tx, installId, readableIds);
  const runs = new Map(items.map(({ operationId, runId }) => [operationId, runId]));
  return new Map(
    rows.map((row) => {
      const orderId = orderIdOf(row);
      return [
        row.id,
        {
          ...factsOf(row, storedRequest(ports.kinds, row), currencies.get(orderId ?? '')),
          doublesIfRepeated: ports.kinds.get(row.kind)?.doublesIfRepeated ?? true,
          order: orderId === null ? null : { id: orderId, number: numbers.get(orderId) ?? null },
          quote: quotes.get(row.id) ?? null,
          runId: runs.get(row.id) ?? null,
        },
      ];
    }),
  );
}

const Requested = z
  .object({
    status: z.string().optional(),
    note: z.boolean().optional(),
    tags: z.object({ add: z.array(z.string()), remove: z.array(z.string()) }).optional(),
    attributes: z.array(z.string()).optional(),
    pieces: z.int().optional(),
    carrier: z.string().optional(),
    amountMinor: z.int().optional(),
  })
  .catch({});

const Result = z
  .object({
    code: z.string().optional(),
    details: z.object({ current_status: z.string().nullish() }).optional(),
    byReading: z.boolean().optional(),
    review: z.object({ happened: z.boolean(), by: z.string().nullable(), at: z.string() }).optional(),
  })
  .catch({});

function factsOf(
  row: Operation,
  request: unknown,
  currency: Omit<Money, 'amount_minor'> | undefined,
): Omit<ActivityOperation, 'doublesIfRepeated' | 'order' | 'quote' | 'runId'> {
  const { id, kind, attempts, requestIds, createdAt, firstSentAt, outcomeUnknownAt, endedAt } = row;
  const { code, details, byReading, review } = Result.parse(row.result ?? {});
  const state = stateOf(row.state);
  return {
    type: 'operation',
    id,
    kind,
    state,
    attempts,
    requestIds,
    requested: readRequested(request, currency),
    // If a launch token contains no name, only its `sub` (the user's id) shows who the user is.
    actor: row.actorName || row.actorSub,
    byCustomer: readAcceptedQuote(row.target) !== null,
    at: createdAt.toISOString(),
    sentAt: firstSentAt?.toISOString() ?? null,
    outcomeUnknownAt: outcomeUnknownAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    refusal:
      state === 'refused' ? { reason: code ?? '', currentStatus: details?.current_status ?? null } : null,
    byReading: byReading === true,
    review: review ?? null,
  };
}

/** Reads the part of a request that is kept for display. `currency` is the currency of its order, if it is known. */
export function readRequested(
  request: unknown,
  currency: Omit<Money, 'amount_minor'> | undefined,
): ActivityRequest {
  const { amountMinor, ...requested } = Requested.parse(request ?? {});
  return {
    ...requested,
    ...(amountMinor !== undefined && currency && { amount: { amount_minor: amountMinor, ...currency } }),
  };
}

function stateOf(state: string): ActivityState {
  return state === 'succeeded' || state === 'refused' || state === 'needs_review' ? state : 'open';
}

const Ids = z.object({ orderId: z.string().nullish() }).catch({});

/**
 * Returns the id of the order that an operation changes or has created. The id comes from the path of the operation's
 * request or from its result. Returns null if there is no order.
 */
function orderIdOf({ target, result }: Operation): string | null {
  return Ids.parse(target).orderId ?? Ids.parse(result ?? {}).orderId ?? null;
}
