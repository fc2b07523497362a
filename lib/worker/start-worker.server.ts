import 'server-only';
import { installClient } from '@/lib/installs/install-client.server';
import { confirmUninstall } from '@/lib/installs/confirm-uninstall.server';
import { purgeExpired } from '@/lib/installs/purge-expired.server';
import {
  backfillPage,
  claimBackfill,
  postponeBackfill,
  restartBackfill,
} from '@/lib/mirror/backfill-orders.server';
import {
  claimDirty,
  clearMark,
  type DirtyEntity,
  postponeMark,
  readDirtyOrder,
} from '@/lib/mirror/read-dirty.server';
import { isBulkItem } from '@/lib/operations/bulk-queue.server';
import type { ClaimedOperation } from '@/lib/operations/operation-kind.server';
import { operationKind } from '@/lib/operations/operation-kinds.server';
import { claimOperation } from '@/lib/operations/operation-queue.server';
import { purgeRequests } from '@/lib/operations/purge-requests.server';
import { attemptOperation } from '@/lib/operations/run-operation.server';
import { PlatformError } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';
import { onWork } from '@/lib/system/notify';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { refreshDueInstallation } from '@/lib/worker/refresh-due-installation.server';
import { startPollLoop } from '@/lib/worker/poll-loop';
import { bulkItems, workBulkProgress } from '@/lib/worker/work-bulk-runs.server';
import { workAtOnce } from '@/lib/worker/work-at-once';

/** Under way at once in one worker; the budget, not this, is what limits an install. */
const dirty = workAtOnce({ limit: 8, claim: claimDirty, work: settleMark });
const operations = workAtOnce({ limit: 8, claim: claimDueOperation, work: goOn });

/**
 * The worker: reads what events marked, sends what a crash or an outage left, backfills, purges. Several may run at
 * once; every piece of work is claimed by a lease.
 */
export function startWorker(): { stop(): Promise<void> } {
  const loops = [
    startPollLoop({ name: 'dirty', intervalMs: 1_000, work: dirty.work }),
    startPollLoop({ name: 'operations', intervalMs: 1_000, work: operations.work }),
    startPollLoop({ name: 'bulk', intervalMs: 1_000, work: bulkItems.work }),
    startPollLoop({ name: 'bulk progress', intervalMs: 1_000, work: workBulkProgress }),
    startPollLoop({ name: 'backfill', intervalMs: 1_000, work: workBackfill }),
    startPollLoop({ name: 'installs', intervalMs: 15_000, work: finishInstalls }),
    startPollLoop({ name: 'installations', intervalMs: 15_000, work: refreshDueInstallation }),
    startPollLoop({ name: 'purge', intervalMs: 10 * 60_000, work: workPurge }),
  ];
  const listening = onWork(() => {
    for (const loop of loops.slice(0, -1)) loop.wake();
  });
  return {
    async stop() {
      listening.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([dirty.settled(), operations.settled(), bulkItems.settled()]);
    },
  };
}

async function settleMark(entity: DirtyEntity): Promise<void> {
  try {
    const platform = installClient(entity.installId, 'webhook');
    if (entity.kind === 'order') await readDirtyOrder(entity, platform);
    else {
      if (entity.kind === 'install') await confirmUninstall(entity.installId, platform);
      await clearMark(entity);
    }
  } catch (error) {
    log.warn({ error, installId: entity.installId, entity: entity.entityId }, 'an entity could not be read');
    await postponeMark(entity);
  }
}

async function claimDueOperation(): Promise<ClaimedOperation[]> {
  const claimed = await claimOperation('due');
  return claimed ? [claimed] : [];
}

/** Sends what a crash, an outage or another write to the same order left. */
async function goOn(operation: ClaimedOperation): Promise<void> {
  // An item of a bulk run goes ahead of nobody, however often it is sent.
  const lane = (await isBulkItem(operation)) ? 'background' : 'retry';
  await attemptOperation(operation, operationKind(operation.kind), installClient(operation.installId, lane));
}

async function workBackfill(): Promise<boolean> {
  const installId = await claimBackfill();
  if (!installId) return false;
  try {
    await backfillPage(installId, installClient(installId, 'background'));
  } catch (error) {
    log.warn({ error, installId }, 'a page of the backfill could not be read');
    // A cursor that the platform no longer takes: from the newest page again; rows only move forward.
    if (error instanceof PlatformError && error.status === 400) await restartBackfill(installId);
    else await postponeBackfill(installId, error instanceof PlatformError && error.status === 403 ? 300 : 15);
  }
  return true;
}

async function workPurge(): Promise<boolean> {
  await purgeExpired();
  await purgeRequests();
  return false;
}
