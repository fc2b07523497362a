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
import { claimOperation } from '@/lib/operations/operation-queue.server';
import { purgeRequests } from '@/lib/operations/purge-requests.server';
import { attemptOperation, type OperationKind } from '@/lib/operations/run-operation.server';
import { createOrderKind } from '@/lib/orders/create-order.server';
import { PlatformError } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';
import { onWork } from '@/lib/system/notify';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { startPollLoop } from '@/lib/worker/poll-loop';

const operationKinds = new Map<string, OperationKind>([createOrderKind].map((kind) => [kind.kind, kind]));

/** Reads under way at once in one worker; the budget, not this, is what limits an install. */
const dirtyAtOnce = 8;

/**
 * The worker: reads what events marked, sends what a crash or an outage left, backfills, purges. Several may run at
 * once; every piece of work is claimed by a lease.
 */
export function startWorker(): { stop(): Promise<void> } {
  const loops = [
    startPollLoop({ name: 'dirty', intervalMs: 1_000, work: workDirty }),
    startPollLoop({ name: 'operations', intervalMs: 1_000, work: workOperation }),
    startPollLoop({ name: 'backfill', intervalMs: 1_000, work: workBackfill }),
    startPollLoop({ name: 'installs', intervalMs: 15_000, work: finishInstalls }),
    startPollLoop({ name: 'purge', intervalMs: 10 * 60_000, work: workPurge }),
  ];
  const listening = onWork(() => {
    for (const loop of loops.slice(0, 4)) loop.wake();
  });
  return {
    async stop() {
      listening.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all(reading);
    },
  };
}

const reading = new Set<Promise<void>>();

/** Keeps some reads under way; one that waits for its install's budget holds nobody else back. */
async function workDirty(): Promise<boolean> {
  if (reading.size >= dirtyAtOnce) await Promise.race(reading);
  const claimed = await claimDirty(dirtyAtOnce - reading.size);
  for (const entity of claimed) {
    const read = settleMark(entity).finally(() => reading.delete(read));
    reading.add(read);
  }
  return claimed.length > 0;
}

async function settleMark(entity: DirtyEntity): Promise<void> {
  try {
    const platform = installClient(entity.installId);
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

async function workOperation(): Promise<boolean> {
  const claimed = await claimOperation('due');
  if (!claimed) return false;
  const kind = operationKinds.get(claimed.kind);
  if (!kind) throw new Error(`no such kind of operation: ${claimed.kind}`);
  await attemptOperation(claimed, kind, installClient(claimed.installId));
  return true;
}

async function workBackfill(): Promise<boolean> {
  const installId = await claimBackfill();
  if (!installId) return false;
  try {
    await backfillPage(installId, installClient(installId));
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
