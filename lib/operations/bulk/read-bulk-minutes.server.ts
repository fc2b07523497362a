import 'server-only';
import { writesPerMinute } from '@/lib/installs/request-budget.server';
import { minutesFor } from '@/lib/operations/bulk/bulk-pace';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how many minutes it takes to send `writes` new items with the writes that are allowed per minute. All items
 * that already wait in running bulk runs are sent first, so their time is included. Returns 0 if `writes` is 0.
 */
export async function readBulkMinutes(tx: Tx, installId: InstallId, writes: number): Promise<number> {
  if (writes === 0) return 0;
  const { _sum } = await tx.bulkRun.aggregate({
    where: { installId, state: 'running' },
    _sum: { waiting: true },
  });
  return minutesFor(writes + (_sum.waiting ?? 0), writesPerMinute);
}
