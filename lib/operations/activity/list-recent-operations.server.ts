import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readRequested } from '@/lib/operations/activity/activity-rows.server';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import type { ActivityRequest } from '@/lib/shared/operations/activity-request';

/** Summary of an operation (a write to the platform) that has ended. */
export type RecentOperation = {
  id: string;
  kind: string;
  /**
   * Final state of the operation: `succeeded`, `refused`, `needs_review`, or a state that a newer version of the app
   * has added. Operations that have not ended are not listed.
   */
  state: string;
  /** Name of the user who requested the write; null if it is not known. */
  actorName: string | null;
  endedAt: string;
  /** What the write requested, as far as it is kept. Absent in a response of an earlier release. */
  requested?: ActivityRequest;
  /**
   * The order that the write changed or created. Null if there is none, if the mirror (our copy of the platform's data)
   * does not contain the order, or if the app lacks the scope orders:read.
   */
  order: { id: string; number: string } | null;
};

/** Returns the operations of the install that ended last, newest first. The query uses an index. */
export async function listRecentOperations(
  { installId, db, scopes }: Pick<InstallContext, 'installId' | 'db' | 'scopes'>,
  limit: number,
  { findOrderNumbers, findOrderCurrencies }: Pick<ActivityPorts, 'findOrderNumbers' | 'findOrderCurrencies'>,
): Promise<RecentOperation[]> {
  return db.read(async (tx) => {
    const rows = await tx.operation.findMany({
      where: { installId, endedAt: { not: null } },
      orderBy: { endedAt: 'desc' },
      take: limit,
      select: {
        id: true,
        kind: true,
        state: true,
        actorName: true,
        endedAt: true,
        target: true,
        result: true,
      },
    });
    const orderIds = rows.map(({ target, result }) => textIn(target, 'orderId') ?? textIn(result, 'orderId'));
    const ids = scopes.has('orders:read') ? [...new Set(orderIds.flatMap((id) => id ?? []))] : [];
    const numbers = await findOrderNumbers(tx, installId, ids);
    const currencies = await findOrderCurrencies(tx, installId, ids);
    return rows.map(({ id, kind, state, actorName, endedAt, result }, index) => {
      const orderId = orderIds[index] ?? '';
      const number = numbers.get(orderId);
      return {
        id,
        kind,
        state,
        actorName,
        endedAt: endedAt?.toISOString() ?? '',
        requested: readRequested(partOf(result, 'requested'), currencies.get(orderId)),
        order: number === undefined ? null : { id: orderId, number },
      };
    });
  });
}

function textIn(document: unknown, name: string): string | undefined {
  const value = partOf(document, name);
  return typeof value === 'string' ? value : undefined;
}

function partOf(document: unknown, name: string): unknown {
  return typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
}
