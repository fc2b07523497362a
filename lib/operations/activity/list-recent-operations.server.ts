import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { FindOrderNumbers } from '@/lib/operations/operation-ports.server';

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
  /**
   * The order that the write changed or created. Null if there is none, or if the mirror (our copy of the platform's
   * data) does not contain the order.
   */
  order: { id: string; number: string } | null;
};

/** Returns the operations of the install that ended last, newest first. The query uses an index. */
export async function listRecentOperations(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  limit: number,
  findOrderNumbers: FindOrderNumbers,
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
    const numbers = await findOrderNumbers(tx, installId, [...new Set(orderIds.flatMap((id) => id ?? []))]);
    return rows.map(({ id, kind, state, actorName, endedAt }, index) => {
      const orderId = orderIds[index] ?? '';
      const number = numbers.get(orderId);
      return {
        id,
        kind,
        state,
        actorName,
        endedAt: endedAt?.toISOString() ?? '',
        order: number === undefined ? null : { id: orderId, number },
      };
    });
  });
}

function textIn(document: unknown, name: string): string | undefined {
  const value: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
