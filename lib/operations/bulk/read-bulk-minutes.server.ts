import 'server-only';
import { writesPerMinute } from '@/lib/installs/request-budget.server';
import { allowedMs, minutesOf } from '@/lib/operations/bulk/bulk-pace';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how many minutes a new bulk run with `writes` items takes. The screen of the run shows the same estimate right
 * after the start. Returns 0 if the run takes only seconds.
 */
export async function readBulkMinutes(tx: Tx, installId: InstallId, writes: number): Promise<number> {
  if (writes === 0) return 0;
  const othersWaiting = await readOthersWaiting(tx, installId, null);
  return minutesOf(allowedMs({ remaining: writes, writesPerMinute, othersWaiting }));
}

/**
 * Returns the number of waiting items of each running bulk run of the install, except the run `runId`. Runs without a
 * waiting item are left out, because they use no further writes.
 */
export async function readOthersWaiting(
  tx: Tx,
  installId: InstallId,
  runId: string | null,
): Promise<number[]> {
  const others = await tx.bulkRun.findMany({
    where: { installId, state: 'running', waiting: { gt: 0 }, ...(runId !== null && { id: { not: runId } }) },
    select: { waiting: true },
  });
  return others.map(({ waiting }) => waiting);
}
