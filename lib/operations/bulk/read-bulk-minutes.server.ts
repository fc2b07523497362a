import 'server-only';
import { writesPerMinute } from '@/lib/installs/request-budget.server';
import { minutesFor } from '@/lib/operations/bulk/bulk-pace';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how many minutes so many new bulk writes take within the request budget, after the items that already wait.
 * Returns 0 for no writes.
 */
export async function readBulkMinutes(tx: Tx, installId: InstallId, writes: number): Promise<number> {
  if (writes === 0) return 0;
  const { _sum } = await tx.bulkRun.aggregate({
    where: { installId, state: 'running' },
    _sum: { waiting: true },
  });
  return minutesFor(writes + (_sum.waiting ?? 0), writesPerMinute);
}
