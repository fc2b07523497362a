import 'server-only';
import {
  dropMovements,
  unconfirmedMovements,
  writeMovements,
} from '@/lib/mirror/products/movement-mirror.server';
import { markProductsOf } from '@/lib/mirror/dirty/mark-dirty.server';
import { newest, oldest } from '@/lib/mirror/sweeps/page-edges';
import { requestSweep, saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import { noteMovementDrift } from '@/lib/mirror/sweeps/drift.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { Movement } from 'commerce-platform-client/contract/inventory';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb, type Tx } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;
/**
 * Number of sequence numbers that an incremental run reads again. The platform allows gaps between the numbers, and a
 * movement that is committed late can fill a gap. So the run does not stop at the highest number of an earlier run. It
 * stops at the first page on which every number is at least 50 lower.
 */
const overlapSequences = 50n;

/**
 * Reads one page of the stock ledger. An incremental run stops at the movements that an earlier run has read. If the
 * list is sorted oldest first (A27), an incremental run instead starts at the last page of the earlier run. platform:
 * Inventory, GET /inventory/movements.
 */
export async function sweepMovements(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId, kind } = run;
  const cursor = run.cursor ?? (kind === 'updated' ? run.resumeCursor : null);
  const { body: page, unreadable } = await platform.listMovements({
    limit: pageSize,
    ...(cursor !== null && { cursor }),
  });
  crashPoint('sweep.before_store');
  await tenantDb(installId).transaction(async (tx) => {
    const { wrong, variantIds } = await writeMovements(tx, installId, page.data);
    await touchSynced(tx, installId);
    // The stock of the variants on the page has changed, but the platform sends no product event for such a change. So
    // their products get a dirty mark (a row that makes the worker read the products).
    if (kind === 'updated') await markProductsOf(tx, installId, variantIds);
    await noteMovementDrift(tx, run, wrong);
    const rising = isOldestFirst(run, page.data);
    const { ended, isComplete } = await saveProgress(tx, run, {
      cursor: kind === 'updated' && !rising && reachesKnown(run, page.data) ? null : page.next_cursor,
      fetched: page.data.length,
      unreadable,
      newestSeen: newest(page.data.map(({ occurred_at }) => occurred_at)),
      reachedBack: oldest(page.data.map(({ occurred_at }) => occurred_at)),
      sequenceSeen: highest(page.data),
      resumeCursor: rising ? cursor : null,
    });
    if (ended && kind === 'full') await passOn(tx, installId);
    if (ended && isComplete) await settleProvisional(run);
    await notifyLive(tx, { installId, kind: 'sync', id: 'movements' });

    /**
     * Handles provisional movements (known from an event only) that a run did not return. Call this after a run whose
     * rows could all be parsed.
     *
     * - After an incremental run, a full run is requested, because only a full run reads the whole ledger.
     * - After a full run, the platform certainly does not have these movements. They are recorded as drift (a
     *   difference that a sweep found) and deleted.
     */
    async function settleProvisional({ startedAt }: SweepRun): Promise<void> {
      const ids = await unconfirmedMovements(tx, installId, startedAt);
      if (ids.length === 0) return;
      if (kind === 'updated') return requestSweep(tx, installId, 'movements', 'full');
      await noteMovementDrift(tx, run, ids);
      await dropMovements(tx, installId, ids);
    }
  });
}

/**
 * Copies the position at which the full sweep ended to the incremental sweep, which reads only new movements. The
 * incremental sweep then continues from this position.
 */
async function passOn(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`
    UPDATE sweeps s SET sequence_mark = whole.sequence_mark, resume_cursor = whole.resume_cursor
    FROM sweeps whole
    WHERE (whole.install_id, whole.resource, whole.kind) = (${installId}, 'movements', 'full')
      AND (s.install_id, s.resource, s.kind) = (${installId}, 'movements', 'updated')
      AND coalesce(s.sequence_mark, -1) < whole.sequence_mark`;
}

/**
 * Returns true if the list is sorted oldest first. The times of the first and the last row decide. If both times are
 * equal, the direction of the previous page is used.
 */
function isOldestFirst({ resumeCursor }: SweepRun, movements: readonly Movement[]): boolean {
  const at = (movement: Movement | undefined) => (movement ? Date.parse(movement.occurred_at) : 0);
  const [first, last] = [at(movements[0]), at(movements.at(-1))];
  return first === last ? resumeCursor !== null : first < last;
}

function reachesKnown({ sequenceMark }: SweepRun, movements: readonly Movement[]): boolean {
  if (sequenceMark === null || movements.length === 0) return false;
  return movements.every(({ sequence }) => BigInt(sequence) <= sequenceMark - overlapSequences);
}

function highest(movements: readonly Movement[]): bigint | null {
  return movements.length === 0 ? null : BigInt(Math.max(...movements.map(({ sequence }) => sequence)));
}
