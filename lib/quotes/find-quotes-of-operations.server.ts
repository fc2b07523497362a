import 'server-only';
import { quoteNumber } from '@/lib/quotes/quote-content';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the quotes whose order is created by one of the given operations (writes to the platform), keyed by operation
 * id. An operation without a quote has no entry. A draft that was never sent is no quote.
 */
export async function findQuotesOfOperations(
  tx: Tx,
  installId: InstallId,
  operationIds: string[],
): Promise<Map<string, { id: string; number: string | null }>> {
  const rows = await tx.quote.findMany({
    where: { installId, operationId: { in: operationIds }, state: { not: 'draft' } },
    select: { id: true, number: true, operationId: true },
  });
  return new Map(
    rows.flatMap(({ id, number, operationId }) =>
      operationId === null
        ? []
        : [[operationId, { id, number: number === null ? null : quoteNumber(number) }]],
    ),
  );
}
