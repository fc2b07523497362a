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
import type { PlatformClient } from '@/lib/platform/client';
import type { Movement } from '@/lib/platform/contract/inventory';
import type { InstallId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb, type Tx } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;
/** Read again below the highest sequence that is known: gaps are legal, and one that commits late fills one. */
const overlapSequences = 50n;

/**
 * Reads one page of the ledger. A run of what is new ends where a whole run before it began; a list that is sorted
 * oldest first (A27) is gone on with from its last page. platform: Inventory, GET /inventory/movements.
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
    // Their stock is another now, of which no event of a product tells.
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

    /** What an event brought and a whole run has not shown is looked for in all of the ledger, then taken out. */
    async function settleProvisional({ startedAt }: SweepRun): Promise<void> {
      const ids = await unconfirmedMovements(tx, installId, startedAt);
      if (ids.length === 0) return;
      if (kind === 'updated') return requestSweep(tx, installId, 'movements', 'full');
      await noteMovementDrift(tx, run, ids);
      await dropMovements(tx, installId, ids);
    }
  });
}

/** A run of what is new goes on from where the whole ledger was read to. */
async function passOn(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`
    UPDATE sweeps s SET sequence_mark = whole.sequence_mark, resume_cursor = whole.resume_cursor
    FROM sweeps whole
    WHERE (whole.install_id, whole.resource, whole.kind) = (${installId}, 'movements', 'full')
      AND (s.install_id, s.resource, s.kind) = (${installId}, 'movements', 'updated')
      AND coalesce(s.sequence_mark, -1) < whole.sequence_mark`;
}

/** By time, which the list is sorted by. Of one moment nobody can tell: what was known of the direction stays. */
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
